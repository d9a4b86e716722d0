import { randomBytes } from 'node:crypto'

const NAME_BYTES = 20
/** Joiners within words stay: Persian words and many emoji need them. */
const CONTROL_CHARACTERS =
  /\p{Cc}|(?!(?<=[^\0-\x7f\p{C}])[\u200c\u200d](?=[^\0-\x7f\p{C}]))\p{Cf}/gu
/** How browsers write quotes and line breaks in the name of an uploaded file. */
const QUOTES_OF_FORMS = /%22/g
const BREAKS_OF_FORMS = /(?:%0d|%0a)+/gi
const ORIGINAL_NAME_MAX_LENGTH = 200

/** An unguessable name (160 random bits): knowing it gives access to the file. */
export function newFileName(extension: string): string {
  return `${randomBytes(NAME_BYTES).toString('hex')}.${extension}`
}

/** Cleans the original name of a file: no folders or control characters, at most 200 characters. */
export function cleanOriginalName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const plain = base.replace(QUOTES_OF_FORMS, '"').replace(BREAKS_OF_FORMS, ' ')
  const clean = plain.replace(CONTROL_CHARACTERS, '').trim()
  return [...clean].slice(0, ORIGINAL_NAME_MAX_LENGTH).join('') || 'file'
}
