import { randomBytes } from 'node:crypto'

const NAME_BYTES = 20
const CONTROL_CHARACTERS = /\p{Cc}|\p{Cf}/gu
const ORIGINAL_NAME_MAX_LENGTH = 200

/** An unguessable name (160 random bits): knowing it gives access to the file. */
export function newFileName(extension: string): string {
  return `${randomBytes(NAME_BYTES).toString('hex')}.${extension}`
}

/** Cleans the original name of a file: no folders or control characters, at most 200 characters. */
export function cleanOriginalName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(CONTROL_CHARACTERS, '').trim()
  return [...clean].slice(0, ORIGINAL_NAME_MAX_LENGTH).join('') || 'file'
}
