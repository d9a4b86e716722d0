import type { ColumnUse, ImportMapping } from '@kirim/contract/contact-import'
import { countryOfCode, readNumberWithCode } from '../numbers/country-code.ts'
import { readPhoneNumber, readSurePhoneNumber } from '../numbers/phone-number.ts'
import type { Columns } from './find-columns.ts'
import type { SheetRow } from './opened-file.ts'

/** Which column is what. */
export interface PeopleColumns extends Columns {
  readonly tags: readonly number[]
  readonly fields: readonly { readonly column: number; readonly label: string }[]
  /** Every number of a row is somebody; otherwise the first is. */
  readonly everyNumber: boolean
}

export function mappedColumns(
  { columns, fromRow, everyNumber = false }: ImportMapping,
  rows: readonly SheetRow[],
): PeopleColumns {
  const columnsOf = (as: Exclude<ColumnUse['as'], 'field'>) =>
    columns.filter((use) => use.as === as).map(({ column }) => column)
  const [phone = 0] = columnsOf('phone')
  const [name = null] = columnsOf('name')
  const [countryCode = null] = columnsOf('countryCode')
  return {
    phone,
    otherPhones: columnsOf('otherPhone'),
    countryCode,
    name,
    isSaid: true,
    tags: columnsOf('tags'),
    fields: columns.flatMap((use) =>
      use.as === 'field' ? { column: use.column, label: use.label } : [],
    ),
    everyNumber,
    rows: rows.filter(({ row }) => row >= fromRow),
  }
}

interface RowNumbers {
  /** The first as it is written; empty where none is. */
  readonly written: string
  /** Those that are read, as international digits. */
  readonly numbers: readonly string[]
}

/** The number of a row, in the first column that has one, or those of all columns. */
export function numbersIn(
  columns: PeopleColumns,
  cells: SheetRow['cells'],
  country: string,
): RowNumbers {
  const written = writtenNumbers(columns, cells)
  const numbers = written.flatMap((one) => (one && readNumber(columns, cells, one, country)) || [])
  return { written: written[0] ?? '', numbers }
}

/** Where none has a digit the first cell: a dash is no number. */
function writtenNumbers(
  { phone, otherPhones, everyNumber }: PeopleColumns,
  cells: SheetRow['cells'],
): string[] {
  const written = [phone, ...otherPhones].map((column) => cells[column] ?? '')
  const numbers = written.filter((cell) => /\p{N}/u.test(cell))
  return everyNumber && numbers.length > 0 ? numbers : [numbers[0] ?? written[0] ?? '']
}

function readNumber(
  { countryCode, isSaid }: PeopleColumns,
  cells: SheetRow['cells'],
  written: string,
  country: string,
): string | null {
  const code = countryCode === null ? '' : cells[countryCode]
  const ofCode = code ? countryOfCode(code) : null
  if (ofCode) return readNumberWithCode(written, ofCode)
  return isSaid ? readPhoneNumber(written, country) : readSurePhoneNumber(written, country)
}
