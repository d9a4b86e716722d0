import { boundedText, normalised } from '@kirim/contract/bounded-text'
import { isPlainLine } from '@kirim/contract/names'

/** Letters that have neither diacritics nor another form. */
const PLAIN = /^[\x20-\x7e]*$/

/** Texts are searched without case and diacritics. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return normalised(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Text beyond this is not searchable: an index is many times larger than its texts. */
const SEARCHED_MAX_LENGTH = 10_000

/** The search key of a row: its texts folded, on one line. */
export function searchableText(...texts: readonly string[]): string {
  const text = onOneLine(boundedText(texts.join(' '), SEARCHED_MAX_LENGTH))
  // Folding may turn one character into eighteen.
  return boundedText(fold(text), SEARCHED_MAX_LENGTH).toWellFormed()
}

/**
 * A folded name of 200 characters fits in any script. Only ligatures that stand for whole words may
 * exceed this; the rest of such a name is not searchable.
 */
const NAME_KEY_MAX_LENGTH = 600

/** A folded name on one line, for search and sorting. */
export function searchableName(name: string): string {
  return boundedText(fold(onOneLine(name)), NAME_KEY_MAX_LENGTH).toWellFormed()
}

/** Only this much is sorted by, so that the key stays short enough for an index. */
const SORTED_BYTES = 96
/** Longer numbers are sorted by their first digits. */
const SORTED_DIGITS = 12

/**
 * The sort key of a text: its beginning, folded, numbers by value, in hexadecimal digits, which
 * every database sorts alike in any locale.
 */
export function sortKey(text: string): string {
  return sortKeyOf(searchableText(text))
}

/** Same for a text that is already folded. */
export function sortKeyOf(folded: string): string {
  const evened = folded.replace(/\d+/g, (digits) =>
    digits.replace(/^0+(?=\d)/, '').padStart(SORTED_DIGITS, '0'),
  )
  return Buffer.from(evened, 'utf8').subarray(0, SORTED_BYTES).toString('hex')
}

/**
 * The texts of which a searchable text must contain one; an empty list matches all. A phone number
 * is found however it is typed: with plus, spaces or dashes, or with its country's leading zero.
 */
export function searchTexts(typed: string): string[] {
  const text = searchableText(typed)
  if (!text) return []
  const texts = [text]
  if (/^[+\d\s().-]*\d[+\d\s().-]*$/.test(text)) {
    const digits = text.replace(/\D/g, '')
    texts.push(digits.replace(/^0+(?=\d)/, ''))
  }
  return [...new Set(texts)].filter(Boolean)
}

/** Same as LIKE patterns (escape character `\`). */
export function searchPatterns(typed: string): string[] {
  return searchTexts(typed).map(likePattern)
}

/** The LIKE pattern for texts that contain this one (escape character `\`). */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function onOneLine(text: string): string {
  if (isPlainLine(text)) return text
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
