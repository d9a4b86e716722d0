import { isOfThings, nameRank } from './headings.ts'
import type { SheetRow } from './sheet-row.ts'

export interface AroundPhone {
  readonly headings: SheetRow['cells']
  /** The first rows below the headings. */
  readonly sample: readonly SheetRow[]
  readonly phone: number
}

/** The column of names, by its heading; null when none speaks of a name. */
export function nameByHeading({ headings, sample, phone }: AroundPhone): number | null {
  const phoneHeading = headings[phone] ?? ''
  const found = [...headings.keys()].flatMap((column) => {
    const rank = column === phone ? null : nameRank(headings[column] ?? '', phoneHeading)
    return rank === null ? [] : { column, rank }
  })
  found.sort((one, other) => one.rank - other.rank)
  const filled = found.find(({ column }) => sample.some(({ cells }) => cells[column]))
  return (filled ?? found[0])?.column ?? null
}

/** The text beside the numbers, unless its heading says that it is no name. */
export function nameBeside({ headings, sample, phone }: AroundPhone): number | null {
  const neighbours = [phone - 1, phone + 1, phone - 2, phone + 2]
  const isName = (column: number) =>
    column >= 0 && !isOfThings(headings[column] ?? '') && holdsText(sample, column)
  return neighbours.find(isName) ?? null
}

/** Whether most filled cells of a column are words. */
function holdsText(rows: readonly SheetRow[], column: number): boolean {
  const cells = rows.flatMap(({ cells }) => cells[column] || [])
  return (
    cells.filter((cell) => /\p{L}/u.test(cell) && !/[@\d]|:\/\//.test(cell)).length * 2 >
    cells.length
  )
}
