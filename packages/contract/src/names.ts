import { z } from 'zod'
import { NAME_MAX_LENGTH } from './limits.ts'

/** Line breaks, tabs and spaces of every kind. */
const GAPS = /[\p{Cc}\s]+/gu
/** Marks that turn the direction of the text around them, and what follows a name with it. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu

/** Something that is seen: neither a gap nor a character that stands for nothing. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A name as it is kept: on one line, one space between words, and changing no text but its own. */
export function oneLine(written: string): string {
  return written.normalize('NFC').replace(DIRECTION_MARKS, '').replace(GAPS, ' ').trim()
}

/** A name somebody gives; `missing` and `tooLong` are what is said when nothing of it is seen, and when it is too long. */
export const nameField = (missing: string, tooLong: string) =>
  z
    .string({ error: missing })
    .overwrite(oneLine)
    .regex(VISIBLE, missing)
    .max(NAME_MAX_LENGTH, tooLong)
