import * as z from 'zod/mini'
import { call } from './call.ts'
import { CONTACT_FIELDS_MAX, FieldLabel } from './contact-details.ts'
import { FormBoolean } from './form-fields.ts'
import { issue } from './issues.ts'
import { ROW_ERRORS_MAX } from './limits.ts'

/** Columns that can be mapped; a sheet may have more, which are left out. */
export const SHEET_COLUMNS_MAX = 60
/** The longest mapping as text. */
const MAPPING_MAX_LENGTH = 20_000
const EXCEL_ROWS = 1_048_576
/** Refused rows that are listed before an import. */
export const PREVIEW_ERRORS_MAX = 100

/** The encodings of texts that can be chosen, the usual ones first. */
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

/** A sheet that the person sees when they open the file. */
export const SheetChoice = z.object({
  /** Its place in the file, counted from 0. */
  index: z.int(),
  name: z.string(),
  rows: z.int(),
  /** One of its columns has phone numbers. */
  hasNumbers: z.boolean(),
})
export type SheetChoice = z.infer<typeof SheetChoice>

/** How a file is read, where its owner has a choice. */
export const SheetReading = z.object({
  /** The place of a sheet; without it the first visible one with phone numbers. */
  sheet: z.optional(z.int().check(z.gte(0), z.lt(1000))),
  /** Of a text; without it the encoding is found. */
  encoding: z.optional(TextEncoding),
  /** Whether rows that are hidden by hand or by a filter are read, too; without it they are not. */
  hiddenRows: z.optional(z.boolean()),
  /** Whether each number of a row is somebody; without it the first is. Opt-outs always do this. */
  everyNumber: z.optional(z.boolean()),
})
export type SheetReading = z.infer<typeof SheetReading>

/** Somebody as an import would store them. */
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
  /** Rows whose numbers all appeared earlier in the file. */
  repeated: z.int(),
  refused: z.int(),
  /** Of the refused rows, the first. */
  errors: z.array(RowError).check(z.maxLength(PREVIEW_ERRORS_MAX)),
  /** How many numbers of which country, the most first; null where the code is no country's. */
  countries: z.array(z.object({ country: z.nullable(z.string()), people: z.int() })),
  /** The first people. */
  samples: z.array(SheetPersonSample),
  /** Those who are contacts already. */
  known: z.int(),
  /** Those who asked to be left alone. */
  out: z.int(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** What a file holds, before any of it is imported. */
export const SheetColumns = z.object({
  rows: z.int(),
  /** The first row below the headings, as the sheet counts them. */
  fromRow: z.int(),
  columns: z.array(SheetColumn),
  /** Where phone numbers and names stand, as far as that can be told. */
  phone: z.nullable(z.int()),
  name: z.nullable(z.int()),
  /** Further columns of numbers, best first. */
  otherPhones: z.array(z.int()),
  /** Where the country codes of the numbers stand. */
  countryCode: z.nullable(z.int()),
  /** How the text of a .csv file was read; null for a workbook. */
  csv: z.nullable(z.object({ encoding: TextEncoding, separator: CsvSeparator })),
  /**
   * How any text was read, and how many of its letters could not be; null for a workbook, whose
   * texts have one encoding.
   */
  text: z._default(z.nullable(z.object({ encoding: TextEncoding, unreadable: z.int() })), null),
  /** The place of the sheet that was read. */
  sheet: z._default(z.int(), 0),
  /** The visible sheets with rows. */
  sheets: z._default(z.array(SheetChoice), []),
  /** Rows of the sheet that are hidden, whether or not they are read. */
  hiddenRows: z._default(z.int(), 0),
  /** What would be imported; null while no column has phone numbers. */
  preview: z._default(z.nullable(ImportPreview), null),
})
export type SheetColumns = z.infer<typeof SheetColumns>

const Column = z.int().check(z.gte(0), z.lt(256))

/** What a column becomes; a column that is not named is left out. */
export const ColumnUse = z.discriminatedUnion('as', [
  z.object({ column: Column, as: z.literal('phone') }),
  /** Of a row that has no number before it, unless every number is read; in their order. */
  z.object({ column: Column, as: z.literal('otherPhone') }),
  /** The country code of the number: 60, +60 or MY. */
  z.object({ column: Column, as: z.literal('countryCode') }),
  z.object({ column: Column, as: z.literal('name') }),
  /** Several in a cell are parted by commas or semicolons; quotation marks hold one with these. */
  z.object({ column: Column, as: z.literal('tags') }),
  /** The field of this name, which is created where there is none. */
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
export const WrittenMapping = z.pipe(z.transform(unfolded), ImportMapping)

/** How a file is read, also as JSON in the field of a form. */
const WrittenReading = z.pipe(z.transform(unfolded), SheetReading)

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
  summary:
    'What a spreadsheet (.xlsx, .xls, .ods, .csv or .vcf) holds, and what an import of it would do',
  body: z.object({
    reading: z.optional(WrittenReading),
    /** What each column becomes, and how the file is read; without it the columns are found. */
    mapping: z.optional(WrittenMapping),
  }),
  file: { field: 'file', required: true },
  status: 200,
  response: SheetColumns,
})

/** Answers the file itself. */
export const refusedRows = call({
  method: 'POST',
  path: '/contacts/upload/refused',
  access: 'user',
  summary: 'The rows of a spreadsheet that an import refuses, as an Excel file with the reasons',
  body: z.object({ mapping: WrittenMapping }),
  file: { field: 'file', required: true },
  status: 200,
})

export const ImportResult = z.object({
  message: z.string(),
  /** Of the refused rows, the first. */
  errors: z.array(RowError).check(z.maxLength(ROW_ERRORS_MAX)),
  added: z.int(),
  /**
   * `known` plus `repeated`: rows whose number was in the list already, or appeared earlier in the
   * file.
   */
  merged: z.int(),
  /** People of the file who were in the list already. */
  known: z.int(),
  repeated: z.int(),
  refused: z.int(),
  /** Contacts in the list took the names of the file; otherwise they kept their own. */
  namesTaken: z.boolean(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const uploadContacts = call({
  method: 'POST',
  path: '/contacts/upload',
  access: 'user',
  summary:
    'Import an Excel file (.xlsx or .xls), .ods or .vcf into a group; with a mapping also a .csv file',
  body: z.object({
    groupId: z.optional(z.string().check(z.maxLength(100))),
    /** Contacts in the list take the names of the file. */
    takeNames: z.optional(FormBoolean),
    /** What each column becomes; the file may be .csv then. */
    mapping: z.optional(WrittenMapping),
  }),
  file: { field: 'file', required: false },
  status: 200,
  response: ImportResult,
})
