import { stringify } from 'csv-stringify/sync'

/** Excel reads a file as UTF-8 only if it starts with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a character would begin a formula inside a cell: after a separator of cells or lines in
 * other locales of Excel, which ignore the quotes there. A smiley `;-)` is left alone.
 */
const PARTED_FORMULA = /([;\t|\r\n]"*)(?!-\))(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Writes records as in RFC 4180. A cell that would be a formula is prefixed with an apostrophe. */
export function csvRecords(records: readonly (readonly string[])[]): string {
  const harmless = records.map((cells) => cells.map((cell) => cell.replace(PARTED_FORMULA, "$1'")))
  return stringify(harmless, {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })
}
