import * as z from 'zod/mini'
import { boundedText, normalised } from './bounded-text.ts'
import type { IssueCode } from './issue-texts.ts'
import { NAME_MAX_LENGTH } from './limits.ts'

/** Line breaks, tabs and spaces of every kind. */
const GAPS = /[\p{Cc}\s]+/gu
/** Bidirectional control characters, which would reorder the text around a name. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu

/** A visible character: not white space and not a character without a glyph. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Texts that `oneLine` leaves as they are, in a tenth of its time. */
const PLAIN_LINE = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/

/** Whether a text is one line of plain letters, digits and signs, with single spaces. */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text)
}

/** Normalises a name for storage: one line, single spaces, no direction marks. */
export function oneLine(written: string): string {
  const bounded = boundedText(written)
  if (isPlainLine(bounded)) return bounded
  return normalised(bounded, 'NFC').replace(DIRECTION_MARKS, '').replace(GAPS, ' ').trim()
}

/** The longest accepted input before normalising, which may remove white space. */
const WRITTEN_MAX_LENGTH = 10 * NAME_MAX_LENGTH

/** A field stored as a name. Its length is checked before anything else. */
export const oneLineField = (tooLong: IssueCode, error?: IssueCode) =>
  z.string(error).check(
    // Not `maxLength`, which would report this limit instead of NAME_MAX_LENGTH.
    z.refine((text) => text.length <= WRITTEN_MAX_LENGTH, {
      error: tooLong,
      abort: true,
      params: { max: NAME_MAX_LENGTH },
    }),
    z.overwrite(oneLine),
  )

/**
 * A required name. `missing` is the issue when no character is visible, `tooLong` when it is too
 * long.
 */
export const nameField = (missing: IssueCode, tooLong: IssueCode) =>
  oneLineField(tooLong, missing).check(
    z.regex(VISIBLE, missing),
    z.maxLength(NAME_MAX_LENGTH, tooLong),
  )
