import type { SheetColumns } from '@kirim/contract/contact-import'
import { headingsOf } from './describe-sheet.ts'
import { findColumns, type PhoneLikeness } from './find-columns.ts'
import type { OpenedFile, OpenedSheet, SheetRow } from './opened-file.ts'
import { SheetRefused } from './opened-file.ts'

/** Rows searched for phone numbers. */
const PHONE_SAMPLE_ROWS = 200

export interface HowRead {
  /** The index of the chosen sheet; by default the first one with phone numbers. */
  readonly sheet?: number | undefined
  /** Hidden rows are read too. */
  readonly hiddenRows: boolean
}

export interface ChosenSheet extends Pick<OpenedSheet, 'index' | 'name'> {
  readonly rows: readonly SheetRow[]
  /** How many rows are hidden, whether or not they are read. */
  readonly hidden: number
}

/** The sheet to read. Throws `spreadsheet_empty`. */
export function chooseSheet(file: OpenedFile, how: HowRead, likeness: PhoneLikeness): ChosenSheet {
  let first: ChosenSheet | null = null
  for (const sheet of file.sheets) {
    if (how.sheet !== undefined && how.sheet !== sheet.index) continue
    const read = readRows(sheet, how)
    if (read.rows.length === 0) continue
    if (how.sheet !== undefined || hasPhones(read.rows, likeness)) return read
    first ??= read
  }
  if (!first) throw new SheetRefused('spreadsheet_empty')
  return first
}

/** The visible sheets with rows, for the user to choose from. */
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

/** Rows to skip: those with this cell below one of these headings. */
export interface SkippedRows {
  readonly headings: readonly string[]
  readonly cell: string
}

/** The `below` rows that are not skipped; all of them when the sheet has no such column. */
export function withoutSkippedRows(
  sheet: readonly SheetRow[],
  below: readonly SheetRow[],
  { headings, cell }: SkippedRows,
): readonly SheetRow[] {
  const column = headingsOf(sheet, below[0]).findIndex((found) =>
    headings.some((one) => same(found, one)),
  )
  return column < 0 ? below : below.filter(({ cells }) => !same(cells[column], cell))
}

function same(found: string | undefined, wanted: string): boolean {
  return found?.trim().toLowerCase() === wanted.toLowerCase()
}
