import { boundedText } from '@kirim/contract/bounded-text'
import { oneLine, VISIBLE } from '@kirim/contract/names'
import { cutText } from './cut-text.ts'

const MAX_LENGTH = 60
/** Of what the network tells: gaps and signs that are not seen may stand in front of the name. */
const READ_MAX_LENGTH = 1000

/**
 * What people call themselves, as a message may say it: one line of at most 60 code units, cut
 * between characters. Empty when nothing of that is seen, or its first character is longer. Joiners
 * stay: names and emoji are written with them.
 */
export function tidyName(name: string): string {
  const line = cutText(
    oneLine(boundedText(name, READ_MAX_LENGTH).toWellFormed()),
    MAX_LENGTH,
  ).trimEnd()
  return VISIBLE.test(line) ? line : ''
}
