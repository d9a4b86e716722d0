import { boundedText, normalised } from '@kirim/contract/bounded-text'

/** How texts are compared for search: without case and diacritics. */
export function fold(text: string): string {
  return normalised(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What stands further behind is not found: an index costs many times what it holds. */
const SEARCHED_MAX_LENGTH = 10_000

/** What a row keeps to be searched by: its texts folded, on one line. */
export function searchableText(...texts: readonly string[]): string {
  const text = onOneLine(boundedText(texts.join(' '), SEARCHED_MAX_LENGTH))
  // Folded, one sign may become eighteen.
  return boundedText(fold(text), SEARCHED_MAX_LENGTH).toWellFormed()
}

/**
 * A name of 200 characters is no longer once folded, in any script. Only where it is made of signs
 * that stand for whole words it may be, and what is behind them is not found.
 */
const NAME_KEY_MAX_LENGTH = 600

/** A name folded, on one line, as it is searched for and sorted by. */
export function searchableName(name: string): string {
  return boundedText(fold(onOneLine(name)), NAME_KEY_MAX_LENGTH).toWellFormed()
}

/** What follows these does not count: the key stays short enough for an index. */
const SORTED_BYTES = 96
/** Numbers of more digits are sorted by their first ones. */
const SORTED_DIGITS = 12

/**
 * What a row keeps to be sorted by a text: its beginning, folded, numbers by their value, written
 * as hexadecimal digits, which every database orders alike whatever language it was set up for.
 */
export function sortKey(text: string): string {
  return sortKeyOf(searchableText(text))
}

/** The same of a text that is folded already. */
export function sortKeyOf(folded: string): string {
  const evened = folded.replace(/\d+/g, (digits) =>
    digits.replace(/^0+(?=\d)/, '').padStart(SORTED_DIGITS, '0'),
  )
  return Buffer.from(evened, 'utf8').subarray(0, SORTED_BYTES).toString('hex')
}

/**
 * The texts of which a searchable text must hold one; none finds all. A phone number is found
 * however it is typed: with plus, spaces or dashes, or with the leading zero of its country.
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

/** The same as LIKE patterns (escape character `\`). */
export function searchPatterns(typed: string): string[] {
  return searchTexts(typed).map(likePattern)
}

/** What holds a text, as a LIKE pattern (escape character `\`). */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
