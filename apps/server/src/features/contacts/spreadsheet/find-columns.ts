import { countryOfCode } from '../numbers/country-code.ts'
import {
  isCountryCode,
  isOfOtherNumbers,
  isOfSomebodyElse,
  isOfThings,
  nameRank,
  phoneRank,
} from '../numbers/headings.ts'
import type { SheetRow } from './opened-file.ts'

export interface Columns {
  readonly phone: number
  /** Further columns of numbers, best first, for rows whose `phone` is empty. */
  readonly otherPhones: readonly number[]
  readonly countryCode: number | null
  /** Null when the sheet has no names. */
  readonly name: number | null
  /** Whether a heading announces the phone numbers. */
  readonly isSaid: boolean
  /** The rows below the headings; all rows when there are none. */
  readonly rows: readonly SheetRow[]
}

/** How likely a text is a phone number; 0 when it is not. */
export type PhoneLikeness = (text: string) => number

/** A title and a few remarks may precede the headings. */
const HEADER_SEARCH_ROWS = 10
const SAMPLE_ROWS = 200

/**
 * Finds the columns of numbers and names: by headings if there are any, otherwise by the content of
 * the cells. Null when no column contains phone numbers.
 */
export function findColumns(rows: readonly SheetRow[], likeness: PhoneLikeness): Columns | null {
  const headed = headingRows(rows, likeness).map((at) => byHeadings(rows, at, likeness))
  // A title may contain such a word too, so the fullest row wins, and the last of equals.
  const best = headed
    .filter(({ numbers }) => numbers > 0)
    .toSorted((one, other) => one.filled - other.filled)
    .at(-1)
  return best?.columns ?? byContent(rows, likeness) ?? headed[0]?.columns ?? null
}

/**
 * The rows that may be headings. At most one number may precede them in their column, such as a
 * hotline in a title.
 */
function headingRows(rows: readonly SheetRow[], likeness: PhoneLikeness): number[] {
  const found: number[] = []
  const above: number[][] = []
  for (const [at, { cells }] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const numbers = columnsWhere(cells, (cell) => likeness(cell) > 0)
    if (numbers.length > 0) above.push(numbers)
    // Below a number, a matching word may be a person's name.
    else if (phoneColumns(cells).some((column) => countIn(above, column) <= 1)) found.push(at)
  }
  return found
}

function countIn(above: readonly (readonly number[])[], column: number): number {
  return above.filter((numbers) => numbers.includes(column)).length
}

function columnsWhere(cells: SheetRow['cells'], is: (cell: string) => boolean): number[] {
  return [...cells.entries()].flatMap(([column, cell]) => (cell && is(cell) ? column : []))
}

/** The columns whose headings announce phone numbers, best first. */
function phoneColumns(headings: SheetRow['cells']): number[] {
  const rankOf = (column: number) => {
    const heading = headings[column] ?? ''
    const rank = phoneRank(heading)
    return rank === null ? null : rank + (isOfSomebodyElse(heading) ? 10 : 0)
  }
  return [...headings.keys()]
    .flatMap((column) => {
      const rank = rankOf(column)
      return rank === null ? [] : { column, rank }
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ column }) => column)
}

interface HeadingMatch {
  readonly columns: Columns
  readonly numbers: number
  /** The number of non-empty headings. */
  readonly filled: number
}

function byHeadings(rows: readonly SheetRow[], at: number, likeness: PhoneLikeness): HeadingMatch {
  const headings = rows[at]?.cells ?? []
  const below = rows.slice(at + 1)
  const sample = below.slice(0, SAMPLE_ROWS)
  const candidates = phoneColumns(headings).map((column) => ({
    column,
    ...likenessIn(sample, column, likeness),
  }))
  const [first] = candidates
  const best = candidates.find(({ numbers }) => numbers > 0) ?? first
  const phone = best?.column ?? 0
  const otherPhones = candidates.filter(
    ({ column, numbers }) =>
      column !== phone && numbers > 0 && !isOfSomebodyElse(headings[column] ?? ''),
  )
  const around = { headings, sample, phone }
  return {
    columns: {
      phone,
      otherPhones: otherPhones.map(({ column }) => column),
      countryCode: findCountryCode(headings, sample),
      name: nameByHeading(around) ?? nameBeside(around),
      isSaid: true,
      rows: below,
    },
    numbers: best?.numbers ?? 0,
    filled: headings.filter(Boolean).length,
  }
}

function byContent(rows: readonly SheetRow[], likeness: PhoneLikeness): Columns | null {
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length))
  let best: { column: number; at: number; sum: number } | null = null
  for (let column = 0; column < width; column++) {
    const at = headingAbove(sample, column, likeness)
    if (isOfOtherNumbers(sample[at]?.cells[column] ?? '')) continue
    const { numbers, filled, sum } = likenessIn(sample.slice(at + 1), column, likeness)
    if (numbers === 0 || numbers * 2 < filled || sum <= (best?.sum ?? 0)) continue
    best = { column, at, sum }
  }
  if (!best) return null
  const { column: phone, at } = best
  const headings = sample[at]?.cells ?? []
  const around = { headings, sample: sample.slice(at + 1), phone }
  return {
    phone,
    otherPhones: [],
    countryCode: findCountryCode(headings, around.sample),
    name: nameByHeading(around) ?? nameBeside(around),
    isSaid: false,
    rows: rows.slice(at + 1),
  }
}

/** The row of the text above the numbers, which is taken as a heading; -1 for none. */
function headingAbove(rows: readonly SheetRow[], column: number, likeness: PhoneLikeness): number {
  for (const [at, { cells }] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const cell = cells[column]
    if (!cell) continue
    if (/\p{L}/u.test(cell) && !/\d/.test(cell)) return at
    if (likeness(cell) > 0) return -1
  }
  return -1
}

function likenessIn(rows: readonly SheetRow[], column: number, likeness: PhoneLikeness) {
  const cells = rows.flatMap(({ cells }) => cells[column] || [])
  const found = cells.map(likeness)
  return {
    filled: cells.length,
    numbers: found.filter(Boolean).length,
    sum: found.reduce((sum, one) => sum + one, 0),
  }
}

/** The column of country codes, by its heading and its cells. */
function findCountryCode(headings: SheetRow['cells'], sample: readonly SheetRow[]): number | null {
  const column = headings.findIndex((heading) => heading && isCountryCode(heading))
  if (column < 0) return null
  const cells = sample.flatMap(({ cells }) => cells[column] || [])
  const codes = cells.filter((cell) => countryOfCode(cell) !== null)
  return codes.length * 2 > cells.length ? column : null
}

export interface AroundPhone {
  readonly headings: SheetRow['cells']
  /** The first rows below the headings. */
  readonly sample: readonly SheetRow[]
  readonly phone: number
}

/** The column of names by its heading; null when no heading announces one. */
export function nameByHeading({ headings, sample, phone }: AroundPhone): number | null {
  const phoneHeading = headings[phone] ?? ''
  const found = [...headings.keys()].flatMap((column) => {
    const rank = column === phone ? null : nameRank(headings[column] ?? '', phoneHeading)
    return rank === null ? [] : { column, rank }
  })
  found.sort((one, other) => one.rank - other.rank)
  const filled = found.find(({ column }) => sample.some(({ cells }) => cells[column]))
  return (filled ?? found[0])?.column ?? null
}

/** The text column next to the numbers, unless its heading rules out a name. */
export function nameBeside({ headings, sample, phone }: AroundPhone): number | null {
  const neighbours = [phone - 1, phone + 1, phone - 2, phone + 2]
  const isName = (column: number) =>
    column >= 0 && !isOfThings(headings[column] ?? '') && holdsText(sample, column)
  return neighbours.find(isName) ?? null
}

/** Whether most filled cells of a column are words. */
function holdsText(rows: readonly SheetRow[], column: number): boolean {
  const cells = rows.flatMap(({ cells }) => cells[column] || [])
  return (
    cells.filter((cell) => /\p{L}/u.test(cell) && !/[@\d]|:\/\//.test(cell)).length * 2 >
    cells.length
  )
}
