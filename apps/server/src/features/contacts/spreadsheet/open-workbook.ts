import * as xlsx from '@e965/xlsx'
import { type CellObject, CFB, type ParsingOptions, read, type WorkBook } from '@e965/xlsx'
import { readPlainSheet } from './plain-sheet.ts'
import { SheetRefused } from './refusal.ts'
import { COLUMNS_MAX, type SheetRow } from './sheet-row.ts'
import { openArchive } from './unzip.ts'

/** The library's reader of unpacked workbooks, missing in its type declarations. */
const { parse_zip: parseUnpacked } = xlsx as unknown as {
  parse_zip(container: unknown, options: ParsingOptions): WorkBook
}

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1')
const COMPOUND_FILE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Twice what 100,000 rows of ten columns need. */
const UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells compress to a tenth or a twentieth; only small, very repetitive files compress further. */
const UNPACKED_FREE_BYTES = 1024 * 1024
const MAX_COMPRESSION_RATIO = 100
/**
 * Several sheets may share one part of the file, so reading each may cost as much as reading all.
 */
const SHEETS_MAX = 20
/** Excel's maximum; a file may claim any row. */
const EXCEL_ROWS = 1_048_576
const WORKBOOK = /^\/?xl\/workbook[^/]*\.(xml|bin)$/i
/** The parts of a workbook without cells, which may be large. */
const NON_CELL_PARTS =
  /^\/?(xl\/(media|embeddings|drawings|charts|pivotCache|pivotTables|printerSettings|vbaProject)|docProps\/|customXml\/)/i
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
interface Shown {
  readonly everything: boolean
}

/** Whether a file is a workbook by its first bytes. */
export function looksLikeWorkbook(file: Buffer): boolean {
  return startsWith(file, ZIP_MAGIC) || startsWith(file, COMPOUND_FILE_MAGIC)
}

/**
 * The rows of the first non-empty sheet among the first twenty, by the file's content, whatever its
 * name. Throws `SheetRefused`; any other error means the file is damaged.
 */
export async function openWorkbook(
  file: Buffer,
  shown: Shown = { everything: false },
): Promise<readonly SheetRow[]> {
  const { plain, parse } = await opener(file)
  if (plain && plain.length > 0) return plain
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

/** Parses the workbook with at least the sheets of these indexes. */
type Parse = (sheets: number[]) => WorkBook

interface Opened {
  /** The rows of a first sheet that needs no library. */
  readonly plain: readonly SheetRow[] | null
  readonly parse: Parse
}

async function opener(file: Buffer): Promise<Opened> {
  if (startsWith(file, ZIP_MAGIC)) return openXlsx(file)
  if (startsWith(file, COMPOUND_FILE_MAGIC)) return { plain: null, parse: openXls(file) }
  throw new SheetRefused('not_excel')
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic)
}

async function openXlsx(file: Buffer): Promise<Opened> {
  const { names, unpack } = await openArchive(file)
  if (names.length > 0 && !names.some((name) => WORKBOOK.test(name))) {
    throw new SheetRefused('not_excel')
  }
  const maxBytes = UNPACKED_FREE_BYTES + MAX_COMPRESSION_RATIO * file.length
  const parts = await unpack(
    (name) => !NON_CELL_PARTS.test(name),
    Math.min(maxBytes, UNPACKED_MAX_BYTES),
  )
  return {
    plain: readPlainSheet(parts),
    parse: (sheets) => parseUnpacked(container(parts), { ...OPTIONS, sheets }),
  }
}

/** A new one for each parse: the library keeps its reading position in the buffers. */
function container(parts: ReadonlyMap<string, Buffer>): unknown {
  const made: unknown = CFB.utils.cfb_new()
  for (const [name, content] of parts) {
    CFB.utils.cfb_add(made, name, content.subarray(), { unsafe: true })
  }
  return made
}

function openXls(file: Buffer): Parse {
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
