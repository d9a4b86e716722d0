import { headingsOf } from './sheet-columns.ts'
import type { SheetRow } from './sheet-row.ts'

/** Rows that say of themselves that they are not meant: what stands in which column. */
export interface PassOver {
  readonly headings: readonly string[]
  readonly cell: string
}

/** Those of the `below` rows that are meant; all of them where the sheet has no such column. */
export function meantRows(
  sheet: readonly SheetRow[],
  below: readonly SheetRow[],
  { headings, cell }: PassOver,
): readonly SheetRow[] {
  const column = headingsOf(sheet, below[0]).findIndex((found) =>
    headings.some((one) => same(found, one)),
  )
  return column < 0 ? below : below.filter(({ cells }) => !same(cells[column], cell))
}

function same(found: string | undefined, wanted: string): boolean {
  return found?.trim().toLowerCase() === wanted.toLowerCase()
}
