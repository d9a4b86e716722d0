/** How texts are compared for search: without case and diacritics. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a row keeps to be searched by: its texts folded, on one line. */
export function searchableText(...texts: readonly string[]): string {
  return fold(onOneLine(texts.join(' '))).toWellFormed()
}

/**
 * The LIKE patterns (escape character `\`) of which a searchable text must match one; none finds all. A
 * phone number is found however it is typed: with plus, spaces or dashes, or with the leading zero of
 * its country.
 */
export function searchPatterns(typed: string): string[] {
  const text = searchableText(typed)
  if (!text) return []
  const patterns = [text]
  if (/^[+\d\s().-]*\d[+\d\s().-]*$/.test(text)) {
    const digits = text.replace(/\D/g, '')
    patterns.push(digits.replace(/^0+(?=\d)/, ''))
  }
  return [...new Set(patterns)].map((pattern) => `%${pattern.replace(/[\\%_]/g, '\\$&')}%`)
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
