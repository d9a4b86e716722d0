import { boundedText } from '@kirim/contract/bounded-text'
import { oneLine, VISIBLE } from '@kirim/contract/names'
import { cutText } from './cut-text.ts'

const MAX_LENGTH = 60
/** Gaps and signs that are not seen may stand in front of what is. */
const READ_MAX_LENGTH = 1000

/**
 * A line that others wrote, such as a name, as a message may say it: at most 60 code units, cut
 * between characters. Empty when nothing of that is seen, or its first character is longer. Joiners
 * stay: names and emoji are written with them.
 */
export function tidyLine(text: string): string {
  const line = cutText(
    oneLine(boundedText(text, READ_MAX_LENGTH).toWellFormed()),
    MAX_LENGTH,
  ).trimEnd()
  return VISIBLE.test(line) ? line : ''
}
