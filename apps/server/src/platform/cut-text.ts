const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The beginning of a text: at most `maxLength` code units, without splitting a visible character.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, CHARACTERS.segment(text).containing(Math.max(0, maxLength))?.index)
}
