import * as z from 'zod/mini'
import { call } from './call.ts'
import { CONTACT_FIELDS_MAX, FieldLabel } from './contact-details.ts'
import { issue } from './issues.ts'

/** Columns that can be mapped; a sheet may have more, which are left out. */
export const SHEET_COLUMNS_MAX = 60
/** The longest mapping as text. */
const MAPPING_MAX_LENGTH = 20_000
const EXCEL_ROWS = 1_048_576

export const CsvEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type CsvEncoding = z.infer<typeof CsvEncoding>

export const CsvSeparator = z.enum([',', ';', '\t', '|'])
export type CsvSeparator = z.infer<typeof CsvSeparator>

/** A column of a sheet with what stands in it. */
export const SheetColumn = z.object({
  /** Counted from 0. */
  column: z.int(),
  /** Empty when the sheet has no headings. */
  heading: z.string(),
  /** The cells of the first rows, cut. */
  samples: z.array(z.string()),
  filled: z.int(),
  /** How many of its first cells are phone numbers. */
  phones: z.int(),
})
export type SheetColumn = z.infer<typeof SheetColumn>

/** What a file holds, before any of it is imported. */
export const SheetColumns = z.object({
  rows: z.int(),
  /** The first row below the headings, as the sheet counts them. */
  fromRow: z.int(),
  columns: z.array(SheetColumn),
  /** Where phone numbers and names stand, as far as that can be told. */
  phone: z.nullable(z.int()),
  name: z.nullable(z.int()),
  /** How the text of a .csv file was read; null for a workbook. */
  csv: z.nullable(z.object({ encoding: CsvEncoding, separator: CsvSeparator })),
})
export type SheetColumns = z.infer<typeof SheetColumns>

const Column = z.int().check(z.gte(0), z.lt(256))

/** What a column becomes; a column that is not named is left out. */
export const ColumnUse = z.discriminatedUnion('as', [
  z.object({ column: Column, as: z.literal('phone') }),
  z.object({ column: Column, as: z.literal('name') }),
  /** Several in a cell are parted by commas or semicolons. */
  z.object({ column: Column, as: z.literal('tags') }),
  /** The field of this name, which is created where there is none. */
  z.object({ column: Column, as: z.literal('field'), label: FieldLabel }),
])
export type ColumnUse = z.infer<typeof ColumnUse>

export const ImportMapping = z
  .object({
    fromRow: z.int().check(z.gte(1), z.lte(EXCEL_ROWS)),
    columns: z.array(ColumnUse).check(z.maxLength(SHEET_COLUMNS_MAX, issue('list_too_long'))),
  })
  .check(
    z.refine(({ columns }) => columns.filter(({ as }) => as === 'phone').length === 1, {
      error: issue('import_phone_column_required'),
      path: ['columns'],
    }),
    z.refine(({ columns }) => columns.filter(({ as }) => as === 'name').length <= 1, {
      error: issue('import_one_name_column'),
      path: ['columns'],
    }),
    z.refine(
      ({ columns }) => columns.filter(({ as }) => as === 'field').length <= CONTACT_FIELDS_MAX,
      { error: issue('list_too_long'), path: ['columns'], params: { max: CONTACT_FIELDS_MAX } },
    ),
  )
export type ImportMapping = z.infer<typeof ImportMapping>

/** A mapping, also as JSON in the field of a form. */
export const WrittenMapping = z.pipe(z.transform(unfolded), ImportMapping)

function unfolded(written: unknown, { issues }: z.core.ParsePayload): unknown {
  if (typeof written !== 'string') return written
  if (written.length > MAPPING_MAX_LENGTH) {
    issues.push({
      code: 'too_big',
      origin: 'string',
      maximum: MAPPING_MAX_LENGTH,
      inclusive: true,
      input: written,
    })
    return z.NEVER
  }
  try {
    return JSON.parse(written)
  } catch {
    issues.push({ code: 'custom', message: issue('unreadable'), input: written })
    return z.NEVER
  }
}

export const readSheetColumns = call({
  method: 'POST',
  path: '/contacts/upload/columns',
  access: 'user',
  summary: 'The columns of a spreadsheet (.xlsx, .xls or .csv) with their first rows',
  file: { field: 'file', required: true },
  status: 200,
  response: SheetColumns,
})
