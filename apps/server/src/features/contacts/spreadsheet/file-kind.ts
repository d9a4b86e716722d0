import { SheetRefused } from './refusal.ts'

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1')
const COMPOUND_FILE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const WORKBOOK = /^\/?xl\/workbook[^/]*\.(xml|bin)$/i
/** Apple's own: an archive of its tables, packed in another way. */
const NUMBERS = /^\/?(Index\/Document\.iwa|Index\.zip)$/
const PACKED_SHEET = /\.(xlsx?|xlsm|xlsb|ods|csv|tsv|vcf)$/i
/** How long the beginning of a text is that says what it is. */
const BEGINNING = 4096

export function isZip(file: Buffer): boolean {
  return startsWith(file, ZIP_MAGIC)
}

export function isCompoundFile(file: Buffer): boolean {
  return startsWith(file, COMPOUND_FILE_MAGIC)
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic)
}

/** Which workbook an archive is, by the names of its parts. Throws `SheetRefused` for others. */
export function workbookIn(names: readonly string[]): 'xlsx' | 'ods' {
  if (names.length === 0 || names.some((name) => WORKBOOK.test(name))) return 'xlsx'
  if (names.includes('content.xml') && names.includes('mimetype')) return 'ods'
  if (names.some((name) => NUMBERS.test(name))) throw new SheetRefused('spreadsheet_numbers')
  const isPackage = names.includes('[Content_Types].xml')
  const holdsSheet = !isPackage && names.some((name) => PACKED_SHEET.test(name))
  throw new SheetRefused(holdsSheet ? 'spreadsheet_archive' : 'not_excel')
}

/** What a text is, by its beginning. */
export function kindOfText(text: string): 'markup' | 'vcard' | 'shortcut' | 'other' | 'rows' {
  const beginning = text.slice(0, BEGINNING).trimStart()
  if (/^BEGIN:VCARD/i.test(beginning)) return 'vcard'
  if (/^\{\s*"[^{}]*https:\/\/docs\.google\.com\//.test(beginning)) return 'shortcut'
  if (/^(%PDF-|\{\\rtf)/.test(beginning)) return 'other'
  if (!beginning.startsWith('<')) return 'rows'
  const isSheet = /urn:schemas-microsoft-com:office:spreadsheet|opendocument\.spreadsheet/i
  return isSheet.test(beginning) || /<table[\s>]/i.test(text) ? 'markup' : 'other'
}
