import type { Shown } from './library-workbook.ts'
import { readPlainSheet } from './plain-sheet.ts'
import { SheetRefused } from './refusal.ts'
import type { SheetRow } from './sheet-row.ts'
import { openArchive } from './unzip.ts'

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1')
const COMPOUND_FILE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Twice what 100,000 rows of ten columns need. */
const UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells compress to a tenth or a twentieth; only small, very repetitive files compress further. */
const UNPACKED_FREE_BYTES = 1024 * 1024
const MAX_COMPRESSION_RATIO = 100
const WORKBOOK = /^\/?xl\/workbook[^/]*\.(xml|bin)$/i
/** The parts of a workbook without cells, which may be large. */
const NON_CELL_PARTS =
  /^\/?(xl\/(media|embeddings|drawings|charts|pivotCache|pivotTables|printerSettings|vbaProject)|docProps\/|customXml\/)/i

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
  if (startsWith(file, ZIP_MAGIC)) return openXlsx(file, shown)
  if (!startsWith(file, COMPOUND_FILE_MAGIC)) throw new SheetRefused('not_excel')
  const { parseXls, rowsByLibrary } = await library()
  return rowsByLibrary(parseXls(file), shown)
}

/** Loaded for files that need it: most do not. */
function library() {
  return import('./library-workbook.ts')
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic)
}

async function openXlsx(file: Buffer, shown: Shown): Promise<readonly SheetRow[]> {
  const { names, unpack } = await openArchive(file)
  if (names.length > 0 && !names.some((name) => WORKBOOK.test(name))) {
    throw new SheetRefused('not_excel')
  }
  const maxBytes = UNPACKED_FREE_BYTES + MAX_COMPRESSION_RATIO * file.length
  const parts = await unpack(
    (name) => !NON_CELL_PARTS.test(name),
    Math.min(maxBytes, UNPACKED_MAX_BYTES),
  )
  const plain = readPlainSheet(parts)
  if (plain && plain.length > 0) return plain
  const { parseXlsx, rowsByLibrary } = await library()
  return rowsByLibrary(parseXlsx(parts), shown)
}
