/** Excel reads UTF-8 only behind it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet program would take for a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** One record as RFC 4180 has it. A cell that would be a formula gets an apostrophe before it. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
