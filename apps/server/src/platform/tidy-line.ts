import { boundedText } from '@kirim/contract/bounded-text'
import { oneLine, VISIBLE } from '@kirim/contract/names'
import { cutText } from './cut-text.ts'

const MAX_LENGTH = 60
/** Leading blanks and invisible characters count. */
const READ_MAX_LENGTH = 1000

/**
 * A line from others, such as a name, for use in a message: at most 60 code units, without
 * splitting a character. Empty when nothing in it is visible, or its first character is too long.
 * Keeps joiners, which names and emoji need.
 */
export function tidyLine(text: string): string {
  const line = cutText(
    oneLine(boundedText(text, READ_MAX_LENGTH).toWellFormed()),
    MAX_LENGTH,
  ).trimEnd()
  return VISIBLE.test(line) ? line : ''
}
