import * as xlsx from '@e965/xlsx'
import { type CellObject, CFB, type ParsingOptions, read, type WorkBook } from '@e965/xlsx'
import { rawText, type ShownBy, shownText } from './cell-text.ts'
import { COLUMNS_MAX, type OpenedSheet, SheetRefused, type SheetRow } from './opened-file.ts'

/** The library's reader of unpacked workbooks, missing from its type declarations. */
const { parse_zip: parseUnpacked } = xlsx as unknown as {
  parse_zip(container: unknown, options: ParsingOptions): WorkBook
}

/** Sheets may share one part of the file, so reading each may cost as much as reading all. */
const SHEETS_MAX = 20
/** Excel's maximum; a file may claim any row. */
const EXCEL_ROWS = 1_048_576
const OPTIONS: ParsingOptions = {
  dense: true,
  // Dates stay numbers, because the library converts them in the machine's time zone.
  cellDates: false,
  cellNF: true,
  // Needed to know which rows are hidden.
  cellStyles: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  sheetRows: EXCEL_ROWS,
}

/** Parses the workbook with at least the sheets of these indexes. */
type Parse = (sheets: number[]) => WorkBook

/** The visible sheets of a workbook, at most twenty. Throws `SheetRefused`. */
function sheetsOf(parse: Parse, hasShownText = false): OpenedSheet[] {
  const first = parse([0])
  const names = first.SheetNames
  if (names.length === 0) throw new SheetRefused('spreadsheet_unreadable')
  const all = [...names.keys()]
  const visible = all.filter((index) => !first.Workbook?.Sheets?.[index]?.Hidden)
  const wanted = (visible.length > 0 ? visible : all).slice(0, SHEETS_MAX)
  // Usually only the first sheet is needed. The others are parsed together, because each parse
  // reads all strings again.
  const others = once(() => parse(wanted.filter((index) => index > 0)))
  return wanted.map((index) => ({
    index,
    name: names[index] ?? '',
    rows: once(() => sheetRows(index > 0 ? others() : first, index, hasShownText)),
  }))
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function openXlsx(parts: ReadonlyMap<string, Buffer>): OpenedSheet[] {
  return sheetsOf((sheets) => parseUnpacked(container(parts), { ...OPTIONS, sheets }))
}

/** All sheets share one part and are parsed together. */
export function openOds(parts: ReadonlyMap<string, Buffer>): OpenedSheet[] {
  const book = parseUnpacked(container(parts), OPTIONS)
  return sheetsOf(() => book, true)
}

/** One for each parse, because the library stores its read position in the buffers. */
function container(parts: ReadonlyMap<string, Buffer>): unknown {
  const made: unknown = CFB.utils.cfb_new()
  for (const [name, content] of parts) {
    CFB.utils.cfb_add(made, name, content.subarray(), { unsafe: true })
  }
  return made
}

export function openXls(file: Buffer): OpenedSheet[] {
  const container: unknown = CFB.read(file, { type: 'buffer' })
  const holds = (path: string) => Boolean(CFB.find(container, path))
  if (holds('/EncryptedPackage')) throw new SheetRefused('spreadsheet_encrypted')
  if (!holds('/Workbook') && !holds('/Book')) throw new SheetRefused('not_excel')
  const book = readXls(file)
  return sheetsOf(() => book)
}

function readXls(file: Buffer): WorkBook {
  try {
    return read(file, { ...OPTIONS, type: 'buffer' })
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw isLocked ? new SheetRefused('spreadsheet_encrypted') : error
  }
}

/** HTML tables, and workbooks in one XML. Texts that look like numbers keep their zeros. */
export function openMarkup(text: string): OpenedSheet[] {
  const book = read(text, { ...OPTIONS, type: 'string', raw: true })
  return sheetsOf(() => book)
}

function sheetRows(book: WorkBook, index: number, hasShownText: boolean): SheetRow[] {
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  const grid: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet?.['!data'] ?? []
  const hidden = sheet?.['!rows'] ?? []
  const by: ShownBy = { date1904: book.Workbook?.WBProps?.date1904 ?? false, hasShownText }
  const rows: SheetRow[] = []
  // Index loops, because the grid's arrays have holes.
  for (let r = 0; r < grid.length; r++) {
    const written = (grid[r] ?? []).slice(0, COLUMNS_MAX)
    const cells = written.map(rawText)
    if (!cells.some(Boolean)) continue
    const shown = (column: number) => shownText(written[column], by)
    rows.push({ row: r + 1, cells, shown, ...(hidden[r]?.hidden && { isHidden: true }) })
  }
  return rows
}
