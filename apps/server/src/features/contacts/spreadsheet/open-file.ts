import { buffer } from 'node:stream/consumers'
import type { SheetReading } from '@kirim/contract/contact-import'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { decodeText, openCsv } from './open-text.ts'
import { openVcards } from './open-vcards.ts'
import { type OpenedFile, type OpenedSheet, SheetRefused, type SheetRow } from './opened-file.ts'

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1')
const COMPOUND_FILE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const WORKBOOK = /^\/?xl\/workbook[^/]*\.(xml|bin)$/i
/** Apple's own format inside a ZIP archive. */
const NUMBERS = /^\/?(Index\/Document\.iwa|Index\.zip)$/
const PACKED_SHEET = /\.(xlsx?|xlsm|xlsb|ods|csv|tsv|vcf)$/i
/** Characters that identify the kind of a text. */
const BEGINNING = 4096
/** Twice the need of 100,000 rows with ten columns. */
const UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells compress to a tenth or a twentieth; only small, very repetitive files compress further. */
const UNPACKED_FREE_BYTES = 1024 * 1024
const MAX_COMPRESSION_RATIO = 100
/** Parts of a workbook that hold no cells and may be large. */
const NON_CELL_PARTS =
  /^\/?(xl\/(media|embeddings|drawings|charts|pivotCache|pivotTables|printerSettings|vbaProject)|docProps\/|customXml\/|Pictures\/|Thumbnails\/|Object )/i

/** A workbook of a thousand sheets with a picture and a chart on each has fewer. */
const ENTRIES_MAX = 10_000

export interface HowOpened extends Pick<SheetReading, 'encoding'> {
  /** Texts with separators are accepted too. */
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

/** Loaded on demand: texts do not need it. */
function library() {
  return import('./open-workbook.ts')
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
  if (kind === 'vcard') return { sheets: singleSheet(openVcards(text)), csv: null, text: decoded }
  if (kind === 'other' || !csv) throw new SheetRefused('not_excel')
  const { rows, separator } = openCsv(text)
  const { encoding: read } = decoded
  return { sheets: singleSheet(rows), csv: { encoding: read, separator }, text: decoded }
}

async function openTables(text: string): Promise<readonly OpenedSheet[]> {
  const { openMarkup } = await library()
  try {
    return openMarkup(text)
  } catch {
    throw new SheetRefused('not_excel')
  }
}

function singleSheet(rows: readonly SheetRow[]): OpenedSheet[] {
  return [{ index: 0, name: '', rows: () => rows }]
}

function isZip(file: Buffer): boolean {
  return startsWith(file, ZIP_MAGIC)
}

function isCompoundFile(file: Buffer): boolean {
  return startsWith(file, COMPOUND_FILE_MAGIC)
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic)
}

/**
 * The kind of workbook, by the names of the archive's parts. Throws `SheetRefused` for other
 * archives.
 */
function workbookIn(names: readonly string[]): 'xlsx' | 'ods' {
  if (names.length === 0 || names.some((name) => WORKBOOK.test(name))) return 'xlsx'
  if (names.includes('content.xml') && names.includes('mimetype')) return 'ods'
  if (names.some((name) => NUMBERS.test(name))) throw new SheetRefused('spreadsheet_numbers')
  const isPackage = names.includes('[Content_Types].xml')
  const holdsSheet = !isPackage && names.some((name) => PACKED_SHEET.test(name))
  throw new SheetRefused(holdsSheet ? 'spreadsheet_archive' : 'not_excel')
}

/** The kind of a text, by its beginning. */
function kindOfText(text: string): 'markup' | 'vcard' | 'shortcut' | 'other' | 'rows' {
  const beginning = text.slice(0, BEGINNING).trimStart()
  if (/^BEGIN:VCARD/i.test(beginning)) return 'vcard'
  if (/^\{\s*"[^{}]*https:\/\/docs\.google\.com\//.test(beginning)) return 'shortcut'
  if (/^(%PDF-|\{\\rtf)/.test(beginning)) return 'other'
  if (!beginning.startsWith('<')) return 'rows'
  const isSheet = /urn:schemas-microsoft-com:office:spreadsheet|opendocument\.spreadsheet/i
  return isSheet.test(beginning) || /<table[\s>]/i.test(text) ? 'markup' : 'other'
}

interface Archive {
  /** In the order of the archive's directory. */
  readonly names: readonly string[]
  /**
   * The content of the wanted entries, by name. Throws `SheetRefused` when they declare more than
   * `maxBytes` together, and any other error for an entry that is damaged or larger than declared.
   */
  unpack(isWanted: (name: string) => boolean, maxBytes: number): Promise<Map<string, Buffer>>
}

/** Opens a ZIP archive; throws `SheetRefused` when it has too many entries or is damaged. */
async function openArchive(file: Buffer): Promise<Archive> {
  // By default the library refuses names that start with a slash.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const zip = await fromBufferPromise(file, options)
  if (zip.entryCount > ENTRIES_MAX) throw new SheetRefused('spreadsheet_too_large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(nameOf(entry), entry)
  return {
    names: [...entries.keys()],
    async unpack(wanted, maxBytes) {
      const chosen = [...entries].filter(([name]) => wanted(name))
      const declared = chosen.reduce((sum, [, entry]) => sum + entry.uncompressedSize, 0)
      if (declared > maxBytes) throw new SheetRefused('spreadsheet_too_large')
      const unpacked = new Map<string, Buffer>()
      for (const [name, entry] of chosen) {
        unpacked.set(name, await contentOf(zip, entry))
      }
      return unpacked
    },
  }
}

/** The stream fails for an entry of another size than it declares. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw new Error('An entry is encrypted or packed in another way.')
  return buffer(await zip.openReadStreamPromise(entry))
}

function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('utf8').replaceAll('\\', '/')
}
