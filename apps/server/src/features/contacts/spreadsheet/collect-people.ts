import { TAG_MAX_LENGTH, TAGS_MAX, TAGS_PER_CONTACT_MAX } from '@kirim/contract/contact-details'
import type { RowError } from '@kirim/contract/contact-import'
import { type ErrorCode, errorText } from '@kirim/contract/errors'
import { CONTACT_ROWS_MAX, ROW_ERRORS_MAX } from '@kirim/contract/limits'
import { searchableName } from '../../../platform/search-text.ts'
import { cleanName } from '../contact-columns.ts'
import { tagsInCell } from '../details/tags-cell.ts'
import { holdsTwoNumbers } from '../numbers/phone-number.ts'
import { SheetRefused, type SheetRow, shownCell } from './opened-file.ts'
import { numbersIn, type PeopleColumns } from './people-columns.ts'

export interface SheetPerson {
  readonly name: string
  readonly phoneNumber: string
  /** By field label; left out when there are none. */
  readonly values?: Readonly<Record<string, string>>
  readonly tags?: readonly string[]
}

/** The people of a sheet: each number once, in the order of the sheet. */
export interface SheetPeople extends PeopleOfRows {
  /** Skipped rows, which the other counts do not include. */
  readonly passedOver: number
}

interface PeopleOfRows {
  readonly people: readonly SheetPerson[]
  /** The first `ROW_ERRORS_MAX` of the refused rows. */
  readonly errors: readonly RowError[]
  readonly refused: number
  /** Rows whose numbers all appeared in earlier rows. */
  readonly repeated: number
  /** All distinct tags. */
  readonly tags: readonly string[]
}

/** Each number of a row may be a person. */
const PEOPLE_MAX = 3 * CONTACT_ROWS_MAX

interface PersonEntry {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly tags: readonly string[]
}

const NOTHING: PersonEntry['values'] = {}

/**
 * Reads the rows below the headings. For a repeated number the last name and values win, and tags
 * are combined. Throws when there are too many people.
 */
export function collectPeople(
  columns: PeopleColumns,
  country: string,
  onRefused: (row: SheetRow, code: ErrorCode) => void = () => {},
): PeopleOfRows {
  const found = new Map<string, PersonEntry>()
  const errors: RowError[] = []
  let refused = 0
  let repeated = 0
  const tags = new Map<string, string>()
  for (const sheetRow of columns.rows) {
    const { row, cells } = sheetRow
    const { written, numbers } = numbersIn(columns, cells, country)
    const name = nameIn(columns, sheetRow)
    if (numbers.length > 0) {
      const entry = {
        name,
        values: valuesIn(columns, sheetRow),
        tags: tagsIn(columns, sheetRow, tags),
      }
      if (numbers.every((phoneNumber) => found.has(phoneNumber))) repeated += 1
      addTo(found, numbers, entry)
    } else {
      refused += 1
      const code = refusalOf(written)
      onRefused(sheetRow, code)
      if (errors.length === ROW_ERRORS_MAX) continue
      errors.push({
        row,
        code,
        reason: errorText(code),
        name: truncate(name),
        value: truncate(written),
      })
    }
  }
  const people = Array.from(found, ([phoneNumber, { name, values, tags }]) => ({
    name,
    phoneNumber,
    ...(Object.keys(values).length > 0 && { values }),
    ...(tags.length > 0 && { tags: mergeTags(tags, []) }),
  }))
  return { people, errors, refused, repeated, tags: [...tags.values()] }
}

function refusalOf(written: string) {
  if (!written) return 'phone_number_missing'
  return holdsTwoNumbers(written) ? 'phone_numbers_two' : 'phone_number_invalid'
}

function addTo(
  found: Map<string, PersonEntry>,
  numbers: readonly string[],
  entry: PersonEntry,
): void {
  for (const phoneNumber of numbers) {
    const known = found.get(phoneNumber)
    found.set(phoneNumber, known ? mergeEntries(known, entry) : entry)
  }
  if (found.size > PEOPLE_MAX) throw new SheetRefused('spreadsheet_too_large')
}

/** Dates and booleans are not names. */
function nameIn({ name }: PeopleColumns, row: SheetRow): string {
  return name !== null && row.cells[name] ? cleanName(shownCell(row, name)) : ''
}

/** Empty cells are left out. */
function valuesIn({ fields }: PeopleColumns, row: SheetRow): PersonEntry['values'] {
  if (fields.length === 0) return NOTHING
  const values = fields.flatMap(({ column, label }): [string, string][] => {
    const value = cleanName(shownCell(row, column))
    return value ? [[label, value]] : []
  })
  return Object.fromEntries(values)
}

/**
 * Spelled as at their first occurrence. Throws when the sheet has more tags than a user may have.
 */
function tagsIn(columns: PeopleColumns, row: SheetRow, spellings: Map<string, string>): string[] {
  if (columns.tags.length === 0) return []
  return columns.tags
    .flatMap((column) => tagsInCell(shownCell(row, column)))
    .map((written) => cleanName(written).slice(0, TAG_MAX_LENGTH).toWellFormed().trim())
    .filter(Boolean)
    .map((tag) => {
      const key = searchableName(tag)
      const spelling = spellings.get(key) ?? tag
      spellings.set(key, spelling)
      if (spellings.size > TAGS_MAX) throw new SheetRefused('contact_tags_too_many')
      return spelling
    })
}

function mergeTags(known: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...known, ...added])].slice(0, TAGS_PER_CONTACT_MAX)
}

function mergeEntries(known: PersonEntry, entry: PersonEntry): PersonEntry {
  return {
    name: entry.name || known.name,
    values: { ...known.values, ...entry.values },
    tags: mergeTags(known.tags, entry.tags),
  }
}

/** A response may contain many refused rows, so cells are truncated to this length. */
const SHOWN_CELL_LENGTH = 40

function truncate(text: string): string {
  const line = cleanName(text)
  return line.length <= SHOWN_CELL_LENGTH
    ? line
    : `${line.slice(0, SHOWN_CELL_LENGTH).toWellFormed()}…`
}
