import * as z from 'zod/mini'
import { boundedText, normalised } from './bounded-text.ts'
import type { IssueCode } from './issue-texts.ts'
import { NAME_MAX_LENGTH } from './limits.ts'

/** Line breaks, tabs and spaces of every kind. */
const GAPS = /[\p{Cc}\s]+/gu
/** Marks that turn the direction of the text around them, and what follows a name with it. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu

/** Something that is seen: neither a gap nor a character that stands for nothing. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A name as it is kept: on one line, one space between words, and changing no text but its own. */
export function oneLine(written: string): string {
  return normalised(boundedText(written), 'NFC')
    .replace(DIRECTION_MARKS, '')
    .replace(GAPS, ' ')
    .trim()
}

/** What is cut of a name may be white space; what is longer than this was not typed as a name. */
const WRITTEN_MAX_LENGTH = 10 * NAME_MAX_LENGTH

/** A text that is kept as a name: its length is looked at before anything else is. */
export const oneLineField = (tooLong: IssueCode, error?: IssueCode) =>
  z.string(error).check(
    // No `maxLength`, whose own limit would be said instead of the one that holds for a name.
    z.refine((text) => text.length <= WRITTEN_MAX_LENGTH, {
      error: tooLong,
      abort: true,
      params: { max: NAME_MAX_LENGTH },
    }),
    z.overwrite(oneLine),
  )

/**
 * A name somebody gives; `missing` and `tooLong` are the issues when nothing of it is seen, and
 * when it is too long.
 */
export const nameField = (missing: IssueCode, tooLong: IssueCode) =>
  oneLineField(tooLong, missing).check(
    z.regex(VISIBLE, missing),
    z.maxLength(NAME_MAX_LENGTH, tooLong),
  )
