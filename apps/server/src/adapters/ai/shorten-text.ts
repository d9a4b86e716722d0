import { cutText } from '../../platform/cut-text.ts'

/**
 * Cuts at the end of a word, with an ellipsis, to at most `maxLength` characters; never splits a
 * character.
 */
export function shortenText(text: string, maxLength: number): string {
  const trimmed = text.toWellFormed().trim()
  if (trimmed.length <= maxLength) return trimmed
  const room = Math.max(0, maxLength - 1)
  const cut = cutText(trimmed, room)
  const atWord = /\s/.test(trimmed[cut.length] ?? '')
    ? cut
    : (/^.*\s/s.exec(cut)?.[0].trimEnd() ?? '')
  // Scripts without spaces, and very long words, are cut at the maximum.
  const shortened = atWord.length >= room / 2 ? atWord : cut
  return `${shortened.trimEnd()}…`
}
