import * as xlsx from '@e965/xlsx'
import { type CellObject, CFB, type ParsingOptions, read, type WorkBook } from '@e965/xlsx'
import { SheetRefused } from './refusal.ts'
import { COLUMNS_MAX, type SheetRow } from './sheet-row.ts'

/** The library's reader of unpacked workbooks, missing in its type declarations. */
const { parse_zip: parseUnpacked } = xlsx as unknown as {
  parse_zip(container: unknown, options: ParsingOptions): WorkBook
}

/**
 * Several sheets may share one part of the file, so reading each may cost as much as reading all.
 */
const SHEETS_MAX = 20
/** Excel's maximum; a file may claim any row. */
const EXCEL_ROWS = 1_048_576
const OPTIONS: ParsingOptions = {
  type: 'buffer',
  dense: true,
  cellDates: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  sheetRows: EXCEL_ROWS,
}

/** What a cell shows: dates and truth values as well, which are neither names nor numbers. */
export interface Shown {
  readonly everything: boolean
}

/** Parses the workbook with at least the sheets of these indexes. */
export type Parse = (sheets: number[]) => WorkBook

/** The rows of the first non-empty sheet among the first twenty. Throws `SheetRefused`. */
export function rowsByLibrary(parse: Parse, shown: Shown): readonly SheetRow[] {
  const book = parse([0])
  const sheets = book.SheetNames.slice(0, SHEETS_MAX)
  if (sheets.length === 0) throw new SheetRefused('spreadsheet_unreadable')
  const rows = sheetRows(book, 0, shown)
  if (rows.length > 0 || sheets.length === 1) return rows
  // Nearly always the first sheet has rows. The others are parsed together, because each parse
  // reads all texts again.
  const others = [...sheets.keys()].slice(1)
  return firstWithRows(parse(others), others, shown)
}

function firstWithRows(book: WorkBook, sheets: readonly number[], shown: Shown): SheetRow[] {
  for (const index of sheets) {
    const rows = sheetRows(book, index, shown)
    if (rows.length > 0) return rows
  }
  return []
}

export function parseXlsx(parts: ReadonlyMap<string, Buffer>): Parse {
  return (sheets) => parseUnpacked(container(parts), { ...OPTIONS, sheets })
}

/** A new one for each parse: the library keeps its reading position in the buffers. */
function container(parts: ReadonlyMap<string, Buffer>): unknown {
  const made: unknown = CFB.utils.cfb_new()
  for (const [name, content] of parts) {
    CFB.utils.cfb_add(made, name, content.subarray(), { unsafe: true })
  }
  return made
}

export function parseXls(file: Buffer): Parse {
  const container: unknown = CFB.read(file, { type: 'buffer' })
  const holds = (path: string) => Boolean(CFB.find(container, path))
  if (holds('/EncryptedPackage')) throw new SheetRefused('spreadsheet_encrypted')
  if (!holds('/Workbook') && !holds('/Book')) throw new SheetRefused('not_excel')
  const book = readXls(file)
  return () => book
}

function readXls(file: Buffer): WorkBook {
  try {
    return read(file, OPTIONS)
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw isLocked ? new SheetRefused('spreadsheet_encrypted') : error
  }
}

function sheetRows(book: WorkBook, index: number, { everything }: Shown): SheetRow[] {
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  const grid: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet?.['!data'] ?? []
  const rows: SheetRow[] = []
  // Index loops, because the grid's arrays have holes.
  for (let r = 0; r < grid.length; r++) {
    const cells = (grid[r] ?? []).slice(0, COLUMNS_MAX).map(everything ? shownText : cellText)
    if (cells.some(Boolean)) rows.push({ row: r + 1, cells })
  }
  return rows
}

function shownText(cell: CellObject | undefined): string {
  if (cell?.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell?.t === 'd' && cell.v instanceof Date) return dateText(cell.v)
  return cellText(cell)
}

/** The library reads dates of workbooks, which have no zone, as those of this machine's zone. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  const minute = `${two(date.getHours())}:${two(date.getMinutes())}`
  return minute === '00:00' ? day : `${day} ${minute}`
}

/** Text and numbers as text; dates, booleans and errors are neither names nor numbers. */
function cellText(cell: CellObject | undefined): string {
  if (cell?.t === 's') return String(cell.v ?? '').trim()
  if (cell?.t === 'n' && typeof cell.v === 'number' && Number.isFinite(cell.v))
    return String(cell.v)
  return ''
}
