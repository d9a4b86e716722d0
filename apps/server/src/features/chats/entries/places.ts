import { DomainError } from '../../../platform/errors.ts'
import type { EntryPlace } from '../chats.ports.ts'

const DIGITS = 15
const PLACE = /^(\d{15})\.([01])\.(.{1,180})$/s

/** A place as a text; texts of one chat compare as their places do. */
export function placeText({ at, hasLeft, id }: EntryPlace): string {
  return `${String(at).padStart(DIGITS, '0')}.${hasLeft ? 1 : 0}.${id}`
}

/** Throws `malformed_request` for what is no place. */
export function readPlace(text: string): EntryPlace {
  const [, at, hasLeft, id] = PLACE.exec(text) ?? []
  if (id === undefined || id.includes('\0')) throw new DomainError('malformed_request')
  return { at: Number(at), hasLeft: hasLeft === '1', id }
}

export function isPlace(text: string): boolean {
  return PLACE.test(text)
}
