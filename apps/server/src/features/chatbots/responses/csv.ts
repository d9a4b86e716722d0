import { stringify } from 'csv-stringify/sync'

/** Excel reads UTF-8 only behind it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Records as RFC 4180 has them. A cell that would be a formula gets an apostrophe before it. */
export function csvRecords(records: readonly (readonly string[])[]): string {
  return stringify([...records], {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  })
}
