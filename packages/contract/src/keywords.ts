/** Commas and semicolons of all supported scripts, and line breaks. */
export const KEYWORD_SEPARATOR = /[,;\n\r،؛､、，；]/u

/** Splits a text into distinct keywords without surrounding white space. */
export function splitKeywords(text: string): string[] {
  const words = text.split(KEYWORD_SEPARATOR).map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '')
}
