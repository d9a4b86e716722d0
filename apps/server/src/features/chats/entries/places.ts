import { DomainError } from '../../../platform/errors.ts'
import type { EntryPlace } from '../chats.ports.ts'

const DIGITS = 15

/** A place as a text; texts of one chat compare as their places do. */
export function placeText({ at, hasLeft, id }: EntryPlace): string {
  return `${String(at).padStart(DIGITS, '0')}.${hasLeft ? 1 : 0}.${id}`
}

/** Throws `malformed_request` for what is no place. */
export function readPlace(text: string): EntryPlace {
  const [, at, hasLeft, id] = /^(\d{15})\.([01])\.(.{1,180})$/s.exec(text) ?? []
  if (id === undefined || id.includes('\0')) throw new DomainError('malformed_request')
  return { at: Number(at), hasLeft: hasLeft === '1', id }
}
