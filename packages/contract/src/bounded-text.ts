/** The longest text of a WhatsApp message and of any form field, in UTF-16 code units. */
export const TEXT_MAX_LENGTH = 65_536

/** More marks in a row than any language uses (UAX 15). */
const MARKS_MAX = 30

/**
 * A run of marks that may be too long. The threshold of 8 keeps ordinary text out of the slow path.
 * The last two characters become marks when decomposed.
 */
const MANY_MARKS = /[\p{M}\uff9e\uff9f]{8,}/gu
const FIRST_MARKS = new RegExp(`^.{${MARKS_MAX}}`, 'su')

/** Cuts a text to at most `maxLength` code units, never in the middle of a surrogate pair. */
export function boundedText(text: string, maxLength: number = TEXT_MAX_LENGTH): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

/**
 * Normalises a text in linear time. Sorting a run of marks takes quadratic time, so a text made
 * only of marks could block the server: only the first 30 marks of a run are kept. All Unicode
 * normalisation goes through this function.
 */
export function normalised(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(MANY_MARKS, firstMarks).normalize(form)
}

function firstMarks(run: string): string {
  return FIRST_MARKS.exec(run)?.[0] ?? run
}
