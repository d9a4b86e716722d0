import type { RowError } from '@kirim/contract/contacts'
import { errorText } from '@kirim/contract/errors'
import { readPhoneNumber } from '../phone-number.ts'
import { cleanName } from '../text.ts'
import type { Columns } from './find-columns.ts'

/** What a sheet says: each number once, in the order of the sheet. */
export interface SheetPeople {
  readonly people: readonly { readonly name: string; readonly phoneNumber: string }[]
  readonly errors: readonly RowError[]
  /** How many rows were read: one more than people and errors for each number that came again. */
  readonly rows: number
}

/** Reads the rows below the headings. Of a number that comes again the last name given wins. */
export function collectPeople(columns: Columns, country: string): SheetPeople {
  const names = new Map<string, string>()
  const errors: RowError[] = []
  for (const { row, cells } of columns.rows) {
    const written = cells[columns.phone] ?? ''
    const phoneNumber = written && readPhoneNumber(written, country)
    const name = columns.name === null ? '' : cleanName(cells[columns.name] ?? '')
    if (phoneNumber) {
      names.set(phoneNumber, name || (names.get(phoneNumber) ?? ''))
    } else {
      const code = written ? 'phone_number_invalid' : 'phone_number_missing'
      errors.push({
        row,
        code,
        reason: errorText(code),
        name: beginning(name),
        value: beginning(written),
      })
    }
  }
  const people = Array.from(names, ([phoneNumber, name]) => ({ name, phoneNumber }))
  return { people, errors, rows: columns.rows.length }
}

/**
 * Up to a hundred thousand refused rows go into one response, so each cell is cut to this length.
 */
const SHOWN_CELL_LENGTH = 40

function beginning(text: string): string {
  const line = cleanName(text)
  return line.length <= SHOWN_CELL_LENGTH
    ? line
    : `${line.slice(0, SHOWN_CELL_LENGTH).toWellFormed()}…`
}
