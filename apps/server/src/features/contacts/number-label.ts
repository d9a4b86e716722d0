import { phoneRank } from './spreadsheet/headings.ts'

/** Words up to a colon, or up to the first digit, plus or bracket with one. */
const LABEL = /^(?:\p{L}[^:+\d]{0,40}(?:\d\s?)?:\s*(?:\/\/)?|[^\d+]{1,40}?(?=\(?\s*[+\d]))/u
/** As programs and name cards shorten them. */
const SHORT = /^[^\p{L}]*[ptmch][^\p{L}]*$/iu

/**
 * What stands before a number and says that it is one: 'HP: ', 'Tel. ', 'whatsapp:'. Empty where
 * nothing stands there, null where other words do.
 */
export function numberLabel(text: string): string | null {
  if (/^\(?\s*[+\d]/.test(text)) return ''
  const [label = null] = LABEL.exec(text) ?? []
  return label !== null && (SHORT.test(label) || phoneRank(label) !== null) ? label : null
}
