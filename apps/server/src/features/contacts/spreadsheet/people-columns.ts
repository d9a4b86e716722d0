import type { ColumnUse, ImportMapping } from '@kirim/contract/contact-import'
import { countryOfCode, readNumberWithCode } from '../numbers/country-code.ts'
import { readPhoneNumber, readSurePhoneNumber } from '../numbers/phone-number.ts'
import type { Columns } from './find-columns.ts'
import type { SheetRow } from './opened-file.ts'

/** The role of each column. */
export interface PeopleColumns extends Columns {
  readonly tags: readonly number[]
  readonly fields: readonly { readonly column: number; readonly label: string }[]
  /** Each number of a row is a person; otherwise only the first. */
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
  /** The first one as written; empty without any. */
  readonly written: string
  /** The valid ones, as international digits. */
  readonly numbers: readonly string[]
}

/** The number of a row from the first column that has one, or the numbers of all columns. */
export function numbersIn(
  columns: PeopleColumns,
  cells: SheetRow['cells'],
  country: string,
): RowNumbers {
  const written = writtenNumbers(columns, cells)
  const numbers = written.flatMap((one) => (one && readNumber(columns, cells, one, country)) || [])
  return { written: written[0] ?? '', numbers }
}

/** Falls back to the first cell when none has a digit. */
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
