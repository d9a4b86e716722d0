import { searchableName } from '../../platform/search-text.ts'
import type { SheetPeople } from './spreadsheet/collect-people.ts'

/** A transaction of this size takes some hundredths of a second; others are served in between. */
const BATCH_ROWS = 1400
/** Characters of names per transaction: each is kept four times. */
const BATCH_CHARACTERS = 48_000

/** Values are searched by no index, and cost less. */
const CHARACTERS_PER_VALUE = 1 / 8

/** So that storing begins while the others are made ready. */
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
