import { stringify } from 'csv-stringify/sync'

/** Excel reads UTF-8 only after it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a sign would begin a formula within a cell: behind what parts cells or lines in the Excel
 * of other countries, which does not see the quotes then. A smiley `;-)` is left alone.
 */
const PARTED_FORMULA = /([;\t|\r\n]"*)(?!-\))(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Records in RFC 4180. What would be a formula is prefixed with an apostrophe. */
export function csvRecords(records: readonly (readonly string[])[]): string {
  const harmless = records.map((cells) => cells.map((cell) => cell.replace(PARTED_FORMULA, "$1'")))
  return stringify(harmless, {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })
}
