import { NAME_MAX_LENGTH } from '@kirim/contract/limits'

/** A name as it is stored: one line, no control characters, at most 200 characters. */
export function cleanName(written: string): string {
  const line = written
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const cut = line.slice(0, NAME_MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  return cut.toWellFormed().trim()
}

/** How texts are compared for search: without case and diacritics. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What the `search_key` of a contact holds. */
export function searchKey(name: string, phoneNumber: string): string {
  return `${fold(name)} ${phoneNumber}`
}

/**
 * The LIKE patterns (escape character `\`) of which a contact's `search_key` must match one. A number
 * is found however it is typed: with plus, spaces or dashes, or with the leading zero of its country.
 */
export function searchPatterns(typed: string): string[] {
  const text = fold(cleanName(typed))
  if (!text) return []
  const patterns = [text]
  if (/^[+\d\s().-]*\d[+\d\s().-]*$/.test(text)) {
    const digits = text.replace(/\D/g, '')
    patterns.push(digits.replace(/^0+(?=\d)/, ''))
  }
  return [...new Set(patterns)].map((pattern) => `%${pattern.replace(/[\\%_]/g, '\\$&')}%`)
}
