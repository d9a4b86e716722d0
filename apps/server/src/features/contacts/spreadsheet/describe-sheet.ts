import {
  type ImportPreview,
  PREVIEW_ERRORS_MAX,
  SHEET_COLUMNS_MAX,
  type SheetColumns,
} from '@kirim/contract/contact-import'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { cleanName } from '../contact-columns.ts'
import type { SheetPeople } from './collect-people.ts'
import { type Columns, findColumns, type PhoneLikeness } from './find-columns.ts'
import { type SheetRow, shownCell } from './opened-file.ts'

const SAMPLES = 3
const SAMPLE_LENGTH = 60
/** Cells searched for phone numbers. */
const PHONE_SAMPLE_ROWS = 200

type ColumnDescription = Pick<
  SheetColumns,
  'rows' | 'fromRow' | 'columns' | 'phone' | 'name' | 'otherPhones' | 'countryCode'
>

/** Describes the columns of a sheet, and guesses which hold numbers and names. */
export function describeColumns(
  rows: readonly SheetRow[],
  likeness: PhoneLikeness,
): ColumnDescription {
  const found = findColumns(rows, likeness)
  const below = found ? found.rows : rows
  const [first] = below
  const headings = headingsOf(rows, first)
  const width = Math.max(0, ...below.slice(0, 1000).map(({ cells }) => cells.length))
  const filled = countFilled(below, Math.max(width, headings.length))
  const columns = filled.flatMap((count, column) => {
    const heading = cleanName(headings[column] ?? '').slice(0, SAMPLE_LENGTH)
    if (count === 0 && heading === '') return []
    const sample = below.slice(0, PHONE_SAMPLE_ROWS).flatMap(({ cells }) => cells[column] || [])
    return {
      column,
      heading: heading.toWellFormed(),
      samples: below.slice(0, SAMPLES).map((row) => cut(shownCell(row, column))),
      filled: count,
      phones: sample.filter((cell) => likeness(cell) > 0).length,
    }
  })
  return {
    rows: below.length,
    fromRow: first?.row ?? 1,
    columns: columns.slice(0, SHEET_COLUMNS_MAX),
    phone: listedColumn(found?.phone, columns),
    name: listedColumn(found?.name, columns),
    otherPhones: (found?.otherPhones ?? []).filter(
      (column) => listedColumn(column, columns) !== null,
    ),
    countryCode: listedColumn(found?.countryCode, columns),
  }
}

function listedColumn(column: Columns['name'] | undefined, columns: readonly { column: number }[]) {
  if (column === null || column === undefined) return null
  return columns.slice(0, SHEET_COLUMNS_MAX).some((one) => one.column === column) ? column : null
}

/** The row above the first one with people; empty when there is none. */
export function headingsOf(
  rows: readonly SheetRow[],
  first: SheetRow | undefined,
): readonly (string | undefined)[] {
  return first ? (rows[rows.indexOf(first) - 1]?.cells ?? []) : []
}

function countFilled(rows: readonly SheetRow[], width: number): number[] {
  const filled = new Array<number>(width).fill(0)
  for (const row of rows) {
    const last = Math.min(row.cells.length, width)
    for (let column = 0; column < last; column += 1) {
      if (row.cells[column] || shownCell(row, column)) filled[column] = (filled[column] ?? 0) + 1
    }
  }
  return filled
}

function cut(cell: string): string {
  return cleanName(cell).slice(0, SAMPLE_LENGTH).toWellFormed()
}

/** People shown as they would be stored. */
const SAMPLE_PEOPLE = 3
/** Enough to tell the country, or the area where countries share a code. */
const PREFIX_DIGITS = 5

type PreviewedPeople = Pick<SheetPeople, 'people' | 'errors' | 'refused' | 'repeated'>

/** Summarises an import of these people; the caller adds how many are known. */
export function previewImport({
  people,
  errors,
  refused,
  repeated,
}: PreviewedPeople): ImportPreview {
  return {
    people: people.length,
    repeated,
    refused,
    errors: errors.slice(0, PREVIEW_ERRORS_MAX),
    countries: countriesOf(people),
    samples: people.slice(0, SAMPLE_PEOPLE).map(({ name, phoneNumber }) => ({ name, phoneNumber })),
    known: 0,
    out: 0,
  }
}

function countriesOf(people: SheetPeople['people']): ImportPreview['countries'] {
  const byPrefix = new Map<string, string | null>()
  const counts = new Map<string | null, number>()
  for (const { phoneNumber } of people) {
    const prefix = phoneNumber.slice(0, PREFIX_DIGITS)
    const known = byPrefix.get(prefix)
    const country = known === undefined ? countryOf(phoneNumber) : known
    byPrefix.set(prefix, country)
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return [...counts]
    .map(([country, count]) => ({ country, people: count }))
    .sort((one, other) => other.people - one.people)
}

function countryOf(phoneNumber: string): string | null {
  return parsePhoneNumberFromString(`+${phoneNumber}`)?.country ?? null
}
