import { oneLine, VISIBLE } from '@kirim/contract/names'

const MAX_LENGTH = 60
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * What people call themselves, as a message may say it: one line of at most 60 code units, cut between characters.
 * Empty when nothing of that is seen, or its first character is longer. Joiners stay: names and emoji are written with them.
 */
export function tidyName(name: string): string {
  const line = firstCharacters(oneLine(name.toWellFormed()))
  return VISIBLE.test(line) ? line : ''
}

function firstCharacters(line: string): string {
  if (line.length <= MAX_LENGTH) return line
  let end = 0
  for (const { index, segment } of CHARACTERS.segment(line)) {
    if (index + segment.length > MAX_LENGTH) break
    end = index + segment.length
  }
  return line.slice(0, end).trimEnd()
}
