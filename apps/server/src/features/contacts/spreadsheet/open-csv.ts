import type { CsvSeparator } from '@kirim/contract/contact-import'
import { CsvSeparator as Separators } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { CsvError, parse } from 'csv-parse/sync'
import { tidyText } from './cell-text.ts'
import { SheetRefused } from './refusal.ts'
import { COLUMNS_MAX, type SheetRow } from './sheet-row.ts'

export interface Csv {
  readonly rows: SheetRow[]
  readonly separator: CsvSeparator
}

/** A title and headings may precede the people, and rows may be empty. */
const ROWS_MAX = CONTACT_ROWS_MAX + 10_000
/** Of one row: no sheet of people has a longer one. */
const ROW_MAX_LENGTH = 1024 * 1024
/** Enough to tell text from anything else, and one separator from another. */
const SAMPLE_LENGTH = 64 * 1024
/** Excel writes it to name the separator: `sep=;`. */
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
      // Programs that add rows to a file end them in another way than its headings.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to: ROWS_MAX + 1,
      max_record_size: ROW_MAX_LENGTH,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    // A quotation mark that stays open makes one row of all that follows.
    if (isLong && !text.includes('"')) throw new SheetRefused('spreadsheet_unreadable')
    if (!isLong && error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw new SheetRefused('spreadsheet_quote_open', Number(error.records) + before)
  }
}

/** The separator that parts the first lines into the most equal columns. */
function separatorOf(sample: string): CsvSeparator {
  const lines = sample
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 50)
    .filter((line) => line.trim() !== '')
  let best: { separator: CsvSeparator; score: number } = { separator: ',', score: 0 }
  for (const separator of Separators.options) {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const usual = mostFrequent(counts.filter((count) => count > 0))
    const score = counts.filter((count) => count === usual.count).length * Math.min(usual.count, 20)
    if (usual.count > 0 && score > best.score) best = { separator, score }
  }
  return best.separator
}

function mostFrequent(counts: readonly number[]): { count: number } {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  const [count = 0] = [...times].sort((one, other) => other[1] - one[1])[0] ?? []
  return { count }
}
