/** Excel has 64 times as many, and nobody keeps names or numbers there. */
export const COLUMNS_MAX = 256

/** One row of a sheet that holds something; `row` is its number in the sheet, counted from 1. */
export interface SheetRow {
  readonly row: number
  /** By column; empty (or missing, at the end) where there is neither text nor a number.
   * At most `COLUMNS_MAX`. */
  readonly cells: readonly (string | undefined)[]
}
