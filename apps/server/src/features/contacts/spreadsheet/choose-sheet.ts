import type { SheetColumns } from '@kirim/contract/contact-import'
import { headingsOf } from './describe-sheet.ts'
import { findColumns, type PhoneLikeness } from './find-columns.ts'
import type { OpenedFile, OpenedSheet, SheetRow } from './opened-file.ts'
import { SheetRefused } from './opened-file.ts'

/** Rows that are looked at for numbers. */
const PHONE_SAMPLE_ROWS = 200

export interface HowRead {
  /** The place of the sheet that was chosen; without it the first with phone numbers is read. */
  readonly sheet?: number | undefined
  /** Hidden rows are read, too. */
  readonly hiddenRows: boolean
}

export interface ChosenSheet extends Pick<OpenedSheet, 'index' | 'name'> {
  readonly rows: readonly SheetRow[]
  /** Of all its rows, how many are hidden, whether or not they are read. */
  readonly hidden: number
}

/** The sheet to read. Throws `spreadsheet_empty`. */
export function chooseSheet(file: OpenedFile, how: HowRead, likeness: PhoneLikeness): ChosenSheet {
  let first: ChosenSheet | null = null
  for (const sheet of file.sheets) {
    if (how.sheet !== undefined && how.sheet !== sheet.index) continue
    const filled = readRows(sheet, how)
    if (filled.rows.length === 0) continue
    if (how.sheet !== undefined || hasPhones(filled.rows, likeness)) return filled
    first ??= filled
  }
  if (!first) throw new SheetRefused('spreadsheet_empty')
  return first
}

/** The visible sheets with rows, for the person to choose from. */
export function listSheets(
  file: OpenedFile,
  how: HowRead,
  likeness: PhoneLikeness,
): SheetColumns['sheets'] {
  return file.sheets.flatMap((sheet) => {
    const { index, name, rows } = readRows(sheet, how)
    if (rows.length === 0) return []
    return { index, name, rows: rows.length, hasNumbers: hasPhones(rows, likeness) }
  })
}

function readRows({ index, name, rows }: OpenedSheet, { hiddenRows }: HowRead): ChosenSheet {
  const all = rows()
  const visible = all.filter(({ isHidden }) => !isHidden)
  const hidden = all.length - visible.length
  return { index, name, rows: hiddenRows ? all : visible, hidden }
}

function hasPhones(rows: readonly SheetRow[], likeness: PhoneLikeness): boolean {
  const found = findColumns(rows, likeness)
  const first = found?.rows.slice(0, PHONE_SAMPLE_ROWS) ?? []
  return first.some(({ cells }) => likeness(cells[found?.phone ?? 0] ?? '') > 0)
}

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
