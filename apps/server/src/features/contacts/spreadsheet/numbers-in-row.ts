import { countryOfCode, readNumberWithCode } from '../country-code.ts'
import { readPhoneNumber, readSurePhoneNumber } from '../phone-number.ts'
import type { Columns } from './find-columns.ts'
import type { SheetRow } from './sheet-row.ts'

type NumberColumns = Omit<Columns, 'name' | 'rows'> & { readonly everyNumber: boolean }

interface RowNumbers {
  /** The first as it is written; empty where none is. */
  readonly written: string
  /** Those that are read, as international digits. */
  readonly numbers: readonly string[]
}

/** The number of a row, in the first column that has one, or those of all columns. */
export function numbersIn(
  columns: NumberColumns,
  cells: SheetRow['cells'],
  country: string,
): RowNumbers {
  const written = writtenNumbers(columns, cells)
  const numbers = written.flatMap((one) => (one && readNumber(columns, cells, one, country)) || [])
  return { written: written[0] ?? '', numbers }
}

/** Where none has a digit the first cell: a dash is no number. */
function writtenNumbers(
  { phone, otherPhones, everyNumber }: NumberColumns,
  cells: SheetRow['cells'],
): string[] {
  const written = [phone, ...otherPhones].map((column) => cells[column] ?? '')
  const numbers = written.filter((cell) => /\p{N}/u.test(cell))
  return everyNumber && numbers.length > 0 ? numbers : [numbers[0] ?? written[0] ?? '']
}

function readNumber(
  { countryCode, isSaid }: NumberColumns,
  cells: SheetRow['cells'],
  written: string,
  country: string,
): string | null {
  const code = countryCode === null ? '' : cells[countryCode]
  const ofCode = code ? countryOfCode(code) : null
  if (ofCode) return readNumberWithCode(written, ofCode)
  return isSaid ? readPhoneNumber(written, country) : readSurePhoneNumber(written, country)
}
