/** Commas and semicolons of the scripts people write in, and line breaks. */
export const KEYWORD_SEPARATOR = /[,;\n\r،؛､、，；]/u

/** The keywords of a text: each once, without the white space around it. */
export function splitKeywords(text: string): string[] {
  const words = text.split(KEYWORD_SEPARATOR).map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '')
}
