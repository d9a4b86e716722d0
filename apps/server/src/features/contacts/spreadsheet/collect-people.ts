import type { RowError } from '@kirim/contract/contacts'
import { errorText } from '@kirim/contract/errors'
import { readPhoneNumber } from '../phone-number.ts'
import { cleanName } from '../text.ts'
import type { Columns } from './find-columns.ts'

/** The people of a sheet: each number once, in the order of the sheet. */
export interface SheetPeople {
  readonly people: readonly { readonly name: string; readonly phoneNumber: string }[]
  readonly errors: readonly RowError[]
  /** The number of rows read; higher than people and errors together when numbers repeat. */
  readonly rows: number
}

/** Reads the rows below the headings. The last name given for a repeated number wins. */
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
 * A response may contain a hundred thousand refused rows, so cells are truncated to this length.
 */
const SHOWN_CELL_LENGTH = 40

function beginning(text: string): string {
  const line = cleanName(text)
  return line.length <= SHOWN_CELL_LENGTH
    ? line
    : `${line.slice(0, SHOWN_CELL_LENGTH).toWellFormed()}…`
}
