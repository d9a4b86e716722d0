import type { CsvSeparator, TextEncoding } from '@kirim/contract/contact-import'
import {
  TextEncoding as Encodings,
  CsvSeparator as Separators,
} from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { CsvError, parse } from 'csv-parse/sync'
import { COLUMNS_MAX, SheetRefused, type SheetRow, tidyText } from './opened-file.ts'

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
  /** Characters that could not be decoded, each shown as \uFFFD. */
  readonly unreadable: number
}

/** Enough to detect the encoding and the separator. */
const SAMPLE_LENGTH = 64 * 1024
/** Web pages and XML name their encoding near the beginning. */
const NAMED_WITHIN = 1024
const NAMED = /^\s*<[\s\S]*?(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i
const REPLACEMENT = /\uFFFD/g
const BEYOND_ASCII = /[^\0-\x7f\uFFFD]/g

/** Decodes a text with the chosen encoding, or a detected one. */
export function decodeText(file: Buffer, chosen: TextEncoding | undefined): DecodedText {
  const encoding = chosen ?? encodingOf(file)
  const text = new TextDecoder(encoding).decode(file)
  return { text, encoding, unreadable: count(text, REPLACEMENT) }
}

/** By byte order mark, declared charset, or trial. */
function encodingOf(file: Buffer): TextEncoding {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const sample = file.subarray(0, SAMPLE_LENGTH)
  const zeros = [0, 1].map((at) => sample.filter((byte, index) => index % 2 === at && byte === 0))
  const [even = 0, odd = 0] = zeros.map(({ length }) => length)
  // Latin letters and digits have a zero byte in UTF-16.
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  if (even > sample.length / 4 && odd === 0) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : (namedIn(file) ?? 'windows-1252')
}

/**
 * Whether most non-ASCII sequences are valid: one damaged name does not rule out UTF-8, and in
 * other encodings hardly any sequence is valid.
 */
function isUtf8(file: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(file)
  return count(text, REPLACEMENT) <= count(text, BEYOND_ASCII)
}

function namedIn(file: Buffer): TextEncoding | null {
  const [, label = ''] = NAMED.exec(file.toString('latin1', 0, NAMED_WITHIN)) ?? []
  try {
    const { encoding } = new TextDecoder(label)
    return Encodings.safeParse(encoding === 'gbk' ? 'gb18030' : encoding).data ?? null
  } catch {
    return null
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

export interface Csv {
  readonly rows: SheetRow[]
  readonly separator: CsvSeparator
}

/** A title and headings may precede the people, and rows may be empty. */
const ROWS_MAX = CONTACT_ROWS_MAX + 10_000
/** No row of a contact list is longer. */
const ROW_MAX_LENGTH = 1024 * 1024
/** Excel's first line that declares the separator: `sep=;`. */
const NAMED_SEPARATOR = /^sep=(.)(?:\r\n|\n|\r)/i
/** No text has them; other files nearly always do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells text from the rest
const NOT_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1e]/

/** The rows of a text with separators. Throws `SheetRefused` for anything else. */
export function openCsv(text: string): Csv {
  const sample = text.slice(0, SAMPLE_LENGTH)
  if (text.trim() === '') throw new SheetRefused('spreadsheet_empty')
  if (NOT_TEXT.test(sample)) throw new SheetRefused('not_excel')
  const named = NAMED_SEPARATOR.exec(sample)
  const separator = Separators.safeParse(named?.[1]).data ?? separatorOf(sample)
  const before = named ? 2 : 1
  const records = recordsOf(named ? text.slice(named[0].length) : text, separator, before)
  if (records.length > ROWS_MAX) throw new SheetRefused('spreadsheet_too_large')
  const rows = records.flatMap((record, index): SheetRow[] => {
    const cells = record.slice(0, COLUMNS_MAX).map(tidyText)
    return cells.some(Boolean) ? [{ row: index + before, cells }] : []
  })
  return { rows, separator }
}

function recordsOf(text: string, separator: CsvSeparator, before: number): string[][] {
  try {
    return parse(text, {
      delimiter: separator,
      // Files that several programs wrote mix line endings.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to: ROWS_MAX + 1,
      max_record_size: ROW_MAX_LENGTH,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    // An unclosed quotation mark turns the rest of the file into one row.
    if (isLong && !text.includes('"')) throw new SheetRefused('spreadsheet_unreadable')
    if (!isLong && error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw new SheetRefused('spreadsheet_quote_open', Number(error.records) + before)
  }
}

/** The separator that splits the most of the first lines into the same number of columns. */
function separatorOf(sample: string): CsvSeparator {
  const lines = sample
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 50)
  const scoreOf = (separator: CsvSeparator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter(Boolean)
    const scores = [...Map.groupBy(counts, (count) => count)].map(
      ([count, equal]) => equal.length * Math.min(count, 20),
    )
    return Math.max(0, ...scores)
  }
  return Separators.options.reduce((best, separator) =>
    scoreOf(separator) > scoreOf(best) ? separator : best,
  )
}
