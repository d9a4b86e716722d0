import * as z from 'zod/mini'
import { call } from './call.ts'
import { CONTACT_FIELDS_MAX, FieldLabel } from './contact-details.ts'
import { FormBoolean } from './form-fields.ts'
import { issue } from './issues.ts'
import { ROW_ERRORS_MAX } from './limits.ts'

/** Columns that can be mapped; further columns are ignored. */
export const SHEET_COLUMNS_MAX = 60
/** The longest mapping as text. */
const MAPPING_MAX_LENGTH = 20_000
const EXCEL_ROWS = 1_048_576
/** Refused rows listed in a preview. */
export const PREVIEW_ERRORS_MAX = 100

/** The text encodings to choose from, common ones first. */
export const TextEncoding = z.enum([
  'utf-8',
  'windows-1252',
  'gb18030',
  'big5',
  'windows-874',
  'windows-1256',
  'windows-1258',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1250',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1257',
  'utf-16le',
  'utf-16be',
])
export type TextEncoding = z.infer<typeof TextEncoding>

export const CsvSeparator = z.enum([',', ';', '\t', '|'])
export type CsvSeparator = z.infer<typeof CsvSeparator>

/** A column of a sheet and a summary of its cells. */
export const SheetColumn = z.object({
  /** Counted from 0. */
  column: z.int(),
  /** Empty when the sheet has no headings. */
  heading: z.string(),
  /** The cells of the first rows, truncated. */
  samples: z.array(z.string()),
  filled: z.int(),
  /** How many of its first cells are phone numbers. */
  phones: z.int(),
})
export type SheetColumn = z.infer<typeof SheetColumn>

/** A visible sheet. */
export const SheetChoice = z.object({
  /** Its index in the file, counted from 0. */
  index: z.int(),
  name: z.string(),
  rows: z.int(),
  /** Whether one of its columns has phone numbers. */
  hasNumbers: z.boolean(),
})
export type SheetChoice = z.infer<typeof SheetChoice>

/** Options for reading a file. */
export const SheetReading = z.object({
  /** The index of a sheet; by default the first visible one with phone numbers. */
  sheet: z.optional(z.int().check(z.gte(0), z.lt(1000))),
  /** The encoding of a text file; detected by default. */
  encoding: z.optional(TextEncoding),
  /** Also reads rows that are hidden by hand or by a filter. */
  hiddenRows: z.optional(z.boolean()),
  /** Takes each number of a row as a person, not only the first. Always on for opt-outs. */
  everyNumber: z.optional(z.boolean()),
})
export type SheetReading = z.infer<typeof SheetReading>

/** A person as an import would store them. */
export const SheetPersonSample = z.object({
  name: z.string(),
  phoneNumber: z.string(),
})
export type SheetPersonSample = z.infer<typeof SheetPersonSample>

/**
 * A refused row of a spreadsheet. `row` is its number in the sheet, counted from 1; `reason` is the
 * English text of `code`; `name` and `value` are the start of the row's name and phone number,
 * empty when the cell is.
 */
export const RowError = z.object({
  row: z.int(),
  code: z.string(),
  reason: z.string(),
  name: z.string(),
  value: z.string(),
})
export type RowError = z.infer<typeof RowError>

/** What an import of a file would do. */
export const ImportPreview = z.object({
  people: z.int(),
  /** Rows whose numbers all appeared in earlier rows. */
  repeated: z.int(),
  refused: z.int(),
  /** The first of the refused rows. */
  errors: z.array(RowError).check(z.maxLength(PREVIEW_ERRORS_MAX)),
  /** People by country, most first; null when the code belongs to no country. */
  countries: z.array(z.object({ country: z.nullable(z.string()), people: z.int() })),
  /** The first people. */
  samples: z.array(SheetPersonSample),
  /** People who are already contacts. */
  known: z.int(),
  /** People who have opted out. */
  out: z.int(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** A description of a file before its import. */
export const SheetColumns = z.object({
  rows: z.int(),
  /** The first row below the headings, by the sheet's own numbering. */
  fromRow: z.int(),
  columns: z.array(SheetColumn),
  /** The columns of phone numbers and names, as far as they can be detected. */
  phone: z.nullable(z.int()),
  name: z.nullable(z.int()),
  /** Further columns of numbers, best first. */
  otherPhones: z.array(z.int()),
  /** The column with the country codes of the numbers. */
  countryCode: z.nullable(z.int()),
  /** How the text of a .csv file was read; null for a workbook. */
  csv: z.nullable(z.object({ encoding: TextEncoding, separator: CsvSeparator })),
  /** How a text was decoded, and how many characters failed; null for a workbook. */
  text: z._default(z.nullable(z.object({ encoding: TextEncoding, unreadable: z.int() })), null),
  /** The index of the sheet that was read. */
  sheet: z._default(z.int(), 0),
  /** The visible sheets with rows. */
  sheets: z._default(z.array(SheetChoice), []),
  /** Hidden rows of the sheet, whether or not they are read. */
  hiddenRows: z._default(z.int(), 0),
  /** What an import would do; null when no column has phone numbers. */
  preview: z._default(z.nullable(ImportPreview), null),
})
export type SheetColumns = z.infer<typeof SheetColumns>

const Column = z.int().check(z.gte(0), z.lt(256))

/** The use of a column; columns that are not listed are ignored. */
export const ColumnUse = z.discriminatedUnion('as', [
  z.object({ column: Column, as: z.literal('phone') }),
  /** Used, in order, for rows without a number so far, unless every number is read. */
  z.object({ column: Column, as: z.literal('otherPhone') }),
  /** The country code of the number: 60, +60 or MY. */
  z.object({ column: Column, as: z.literal('countryCode') }),
  z.object({ column: Column, as: z.literal('name') }),
  /** Tags in a cell are separated by commas or semicolons, or quoted. */
  z.object({ column: Column, as: z.literal('tags') }),
  /** The field of this name; it is created if missing. */
  z.object({ column: Column, as: z.literal('field'), label: FieldLabel }),
])
export type ColumnUse = z.infer<typeof ColumnUse>

export const ImportMapping = z
  .object({
    ...SheetReading.shape,
    fromRow: z.int().check(z.gte(1), z.lte(EXCEL_ROWS)),
    columns: z.array(ColumnUse).check(z.maxLength(SHEET_COLUMNS_MAX, issue('list_too_long'))),
  })
  .check(
    z.refine(({ columns }) => columns.filter(({ as }) => as === 'phone').length === 1, {
      error: issue('import_phone_column_required'),
      path: ['columns'],
    }),
    z.refine(({ columns }) => columns.filter(({ as }) => as === 'countryCode').length <= 1, {
      error: issue('import_one_country_code_column'),
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
export const WrittenMapping = z.pipe(z.transform(parseJsonField), ImportMapping)

/** How a file is read, also as JSON in the field of a form. */
const WrittenReading = z.pipe(z.transform(parseJsonField), SheetReading)

function parseJsonField(written: unknown, { issues }: z.core.ParsePayload): unknown {
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
  needs: 'contacts:write',
  summary:
    'What a spreadsheet (.xlsx, .xls, .ods, .csv or .vcf) holds, and what an import of it would do',
  body: z.object({
    reading: z.optional(WrittenReading),
    /** The use of each column and the reading options; detected by default. */
    mapping: z.optional(WrittenMapping),
  }),
  file: { field: 'file', required: true },
  status: 200,
  response: SheetColumns,
})

/** The response is the file. */
export const refusedRows = call({
  method: 'POST',
  path: '/contacts/upload/refused',
  needs: 'contacts:write',
  summary: 'The rows of a spreadsheet that an import refuses, as an Excel file with the reasons',
  body: z.object({ mapping: WrittenMapping }),
  file: { field: 'file', required: true },
  status: 200,
})

export const ImportResult = z.object({
  message: z.string(),
  /** The first of the refused rows. */
  errors: z.array(RowError).check(z.maxLength(ROW_ERRORS_MAX)),
  added: z.int(),
  /**
   * `known` plus `repeated`: rows whose number was already in the list or appeared earlier in the
   * file.
   */
  merged: z.int(),
  /** People who were already in the list. */
  known: z.int(),
  repeated: z.int(),
  refused: z.int(),
  /** Whether existing contacts took the names in the file. */
  namesTaken: z.boolean(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const uploadContacts = call({
  method: 'POST',
  path: '/contacts/upload',
  needs: 'contacts:write',
  summary:
    'Import an Excel file (.xlsx or .xls), .ods or .vcf into a group; with a mapping also a .csv file',
  body: z.object({
    groupId: z.optional(z.string().check(z.maxLength(100))),
    /** Existing contacts take the names in the file. */
    takeNames: z.optional(FormBoolean),
    /** The use of each column; required for .csv files. */
    mapping: z.optional(WrittenMapping),
  }),
  file: { field: 'file', required: false },
  status: 200,
  response: ImportResult,
})
