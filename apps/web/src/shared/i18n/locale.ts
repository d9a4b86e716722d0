/**
 * How numbers and dates are written: in the chosen language, as the reader's region does.
 * `preferred` is what the browser says of its reader, best first.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const fallback = language === 'ms' ? 'ms-MY' : language
  return preferred.find((locale) => locale.split('-')[0] === language) ?? fallback
}
