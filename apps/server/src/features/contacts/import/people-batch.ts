import { newIds } from '../../../platform/ids.ts'
import { searchableName } from '../../../platform/search-text.ts'
import { namedColumns, type Values, valueColumns } from '../contact-columns.ts'
import type { SheetPeople, SheetPerson } from '../spreadsheet/collect-people.ts'

/** The stored fields and tags that the sheet uses. */
export interface EnsuredDetails {
  /** Field keys by label. */
  readonly keys: ReadonlyMap<string, string>
  /** Tag ids by name. */
  readonly tagIds: ReadonlyMap<string, string>
}

/** People for one transaction; each number once. */
export interface PeopleBatch {
  readonly count: number
  /**
   * A JSON array with the `BATCH_COLUMNS` of each person, by ascending number, that statements
   * unpack.
   */
  readonly rows: string
  /** A JSON array of the ids for new contacts. */
  readonly ids: string
  /** The people who get tags. */
  readonly tagged: readonly { readonly phoneNumber: string; readonly tagIds: readonly string[] }[]
}

/** The columns of a contact that an import fills. */
export const BATCH_COLUMNS = [
  'id',
  'phone_number',
  'name',
  'search_key',
  'sort_key',
  'fields',
  'folded_fields',
] as const

/** In the order of the sheet, which is also the order of the new ids. */
export function* peopleBatches(
  all: SheetPeople['people'],
  { keys, tagIds }: EnsuredDetails,
): Generator<PeopleBatch> {
  for (const people of importSteps(all)) {
    const ids = newIds(people.length)
    const rows = people.map((person, n) => rowOf(ids[n] ?? '', person, keys))
    rows.sort(([, one], [, other]) => (one < other ? -1 : 1))
    const tagged = people.flatMap(({ phoneNumber, tags = [] }) =>
      tags.length > 0 ? { phoneNumber, tagIds: tags.flatMap((tag) => tagIds.get(tag) ?? []) } : [],
    )
    yield {
      count: rows.length,
      ...{ rows: JSON.stringify(rows), ids: JSON.stringify(ids), tagged },
    }
  }
}

/** The values of `BATCH_COLUMNS`. */
type Row = readonly [string, string, string, string, string, string | null, string | null]

function rowOf(
  id: string,
  { name: given, phoneNumber, values }: SheetPerson,
  keys: EnsuredDetails['keys'],
): Row {
  const { name, search_key, sort_key } = namedColumns(given || phoneNumber, phoneNumber)
  const { fields, folded_fields } = valueColumns(values ? byKey(values, keys) : {})
  return [id, phoneNumber, name, search_key, sort_key, fields, folded_fields]
}

function byKey(values: Values, keys: EnsuredDetails['keys']): Values {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([label, value]) => [keys.get(label) ?? label, value]))
}

/** A transaction of this size takes some tens of milliseconds. */
const BATCH_ROWS = 1400
/** Characters of names per transaction; each is stored four times. */
const BATCH_CHARACTERS = 48_000

/** Field values are in no search index and cost less. */
const CHARACTERS_PER_VALUE = 1 / 8

/** A small first batch lets storing begin while the others are prepared. */
const FIRST_ROWS = 250

/** Splits people into transactions: the longer their names, the fewer per transaction. */
export function* importSteps(people: SheetPeople['people']): Generator<SheetPeople['people']> {
  let step: SheetPeople['people'][number][] = []
  let letters = 0
  let most = FIRST_ROWS
  for (const person of people) {
    const length = searchableName(person.name).length + valueLength(person) * CHARACTERS_PER_VALUE
    if (step.length === most || (step.length > 0 && letters + length > BATCH_CHARACTERS)) {
      yield step
      most = Math.min(most * 2, BATCH_ROWS)
      step = []
      letters = 0
    }
    step.push(person)
    letters += length
  }
  if (step.length > 0) yield step
}

function valueLength({ values = {} }: SheetPeople['people'][number]): number {
  return Object.values(values).reduce((sum, value) => sum + value.length, 0)
}
