import { cutText } from '../../platform/cut-text.ts'

/**
 * Cuts at a word's end, with an ellipsis, to at most `maxLength` characters;
 * never a character in two.
 */
export function shortenText(text: string, maxLength: number): string {
  const trimmed = text.toWellFormed().trim()
  if (trimmed.length <= maxLength) return trimmed
  const room = Math.max(0, maxLength - 1)
  const cut = cutText(trimmed, room)
  const atWord = /\s/.test(trimmed[cut.length] ?? '')
    ? cut
    : (/^.*\s/s.exec(cut)?.[0].trimEnd() ?? '')
  // Scripts without spaces, or one endless word, are cut where the room ends.
  const kept = atWord.length >= room / 2 ? atWord : cut
  return `${kept.trimEnd()}…`
}
