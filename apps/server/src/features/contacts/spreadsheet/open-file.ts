import type { SheetReading } from '@kirim/contract/contact-import'
import { decodeText } from './decode-text.ts'
import { isCompoundFile, isZip, kindOfText, workbookIn } from './file-kind.ts'
import { openCsv } from './open-csv.ts'
import { openVcards } from './open-vcards.ts'
import type { OpenedFile, OpenedSheet } from './opened-file.ts'
import { SheetRefused } from './refusal.ts'
import type { SheetRow } from './sheet-row.ts'
import { openArchive } from './unzip.ts'

/** Twice what 100,000 rows of ten columns need. */
const UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells compress to a tenth or a twentieth; only small, very repetitive files compress further. */
const UNPACKED_FREE_BYTES = 1024 * 1024
const MAX_COMPRESSION_RATIO = 100
/** The parts of a workbook without cells, which may be large. */
const NON_CELL_PARTS =
  /^\/?(xl\/(media|embeddings|drawings|charts|pivotCache|pivotTables|printerSettings|vbaProject)|docProps\/|customXml\/|Pictures\/|Thumbnails\/|Object )/i

export interface HowOpened extends Pick<SheetReading, 'encoding'> {
  /** A text with separators is read, too. */
  readonly csv: boolean
}

/**
 * Opens a file by its content, whatever its name: a workbook, a table in HTML or XML, a text with
 * separators or vCards. Throws `SheetRefused`; any other error means the file is damaged.
 */
export async function openFile(file: Buffer, how: HowOpened): Promise<OpenedFile> {
  if (isZip(file)) return workbook(await openZip(file))
  if (!isCompoundFile(file)) return openText(file, how)
  const { openXls } = await library()
  return workbook(openXls(file))
}

function workbook(sheets: readonly OpenedSheet[]): OpenedFile {
  return { sheets, csv: null, text: null }
}

/** Loaded for files that need it: texts do not. */
function library() {
  return import('./library-workbook.ts')
}

async function openZip(file: Buffer): Promise<readonly OpenedSheet[]> {
  const { names, unpack } = await openArchive(file)
  const kind = workbookIn(names)
  const maxBytes = UNPACKED_FREE_BYTES + MAX_COMPRESSION_RATIO * file.length
  const parts = await unpack(
    (name) => !NON_CELL_PARTS.test(name),
    Math.min(maxBytes, UNPACKED_MAX_BYTES),
  )
  const { openOds, openXlsx } = await library()
  return kind === 'ods' ? openOds(parts) : openXlsx(parts)
}

async function openText(file: Buffer, { csv, encoding }: HowOpened): Promise<OpenedFile> {
  const { text, ...decoded } = decodeText(file, encoding)
  const kind = kindOfText(text)
  if (kind === 'shortcut') throw new SheetRefused('spreadsheet_shortcut')
  if (kind === 'markup') {
    return { sheets: await openTables(text), csv: null, text: decoded }
  }
  if (kind === 'vcard') return { sheets: alone(openVcards(text)), csv: null, text: decoded }
  if (kind === 'other' || !csv) throw new SheetRefused('not_excel')
  const { rows, separator } = openCsv(text)
  const { encoding: read } = decoded
  return { sheets: alone(rows), csv: { encoding: read, separator }, text: decoded }
}

async function openTables(text: string): Promise<readonly OpenedSheet[]> {
  const { openMarkup } = await library()
  try {
    return openMarkup(text)
  } catch {
    throw new SheetRefused('not_excel')
  }
}

function alone(rows: readonly SheetRow[]): OpenedSheet[] {
  return [{ index: 0, name: '', rows: () => rows }]
}
