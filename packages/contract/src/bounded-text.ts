/** A message of the network holds at most so many code units; no field of a form holds more. */
export const TEXT_MAX_LENGTH = 65_536

/** More in a row than any language uses (UAX 15). */
const MARKS_MAX = 30

/**
 * A run of marks that may be too long; those of languages are seldom looked at.
 * The last two are marks once decomposed.
 */
const MANY_MARKS = /[\p{M}\uff9e\uff9f]{8,}/gu
const FIRST_MARKS = new RegExp(`^.{${MARKS_MAX}}`, 'su')

/**
 * The beginning of a text, at most `maxLength` code units
 * and never half a character's pair of them.
 */
export function boundedText(text: string, maxLength: number = TEXT_MAX_LENGTH): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

/**
 * A text in one of Unicode's normal forms, in time that grows with its length alone. To put a run
 * of marks in order takes the square of its length, so a text of nothing but marks could stop the
 * server: only the first 30 of a run are kept. The only place where texts are normalised.
 */
export function normalised(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(MANY_MARKS, firstMarks).normalize(form)
}

function firstMarks(run: string): string {
  return FIRST_MARKS.exec(run)?.[0] ?? run
}
