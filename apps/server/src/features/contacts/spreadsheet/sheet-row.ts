/** Excel allows 64 times as many, but names and numbers are never that far to the right. */
export const COLUMNS_MAX = 256

/** A non-empty row of a sheet; `row` is its number in the sheet, counted from 1. */
export interface SheetRow {
  readonly row: number
  /**
   * By column; empty (or missing, at the end) where there is neither text nor a number. At most
   * `COLUMNS_MAX`. Numbers are as they are stored, not as they are formatted.
   */
  readonly cells: readonly (string | undefined)[]
  /** The text that the spreadsheet program shows in a column; missing where that is the cell. */
  readonly shown?: (column: number) => string
  /** Hidden by hand or by a filter. */
  readonly isHidden?: boolean
}

/** What the person sees in a cell: formatted amounts, dates and truth values as well. */
export function shownCell({ cells, shown }: SheetRow, column: number): string {
  return shown ? shown(column) : (cells[column] ?? '')
}
