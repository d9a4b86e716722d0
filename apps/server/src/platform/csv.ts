import { stringify } from 'csv-stringify/sync'

/** Excel reads UTF-8 only after it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Records in RFC 4180. A cell that would be a formula is prefixed with an apostrophe. */
export function csvRecords(records: readonly (readonly string[])[]): string {
  return stringify([...records], {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })
}
