/** Excel allows 64 times as many, but names and numbers are never that far to the right. */
export const COLUMNS_MAX = 256

/** A non-empty row of a sheet; `row` is its number in the sheet, counted from 1. */
export interface SheetRow {
  readonly row: number
  /**
   * By column; empty (or missing, at the end) where there is neither text nor a number. At most
   * `COLUMNS_MAX`.
   */
  readonly cells: readonly (string | undefined)[]
}
