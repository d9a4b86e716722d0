import { searchableName } from '../../platform/search-text.ts'
import type { SheetPeople } from './spreadsheet/collect-people.ts'

/**
 * A transaction of so many rows takes some hundredths of a second; others are served in between.
 */
const BATCH_ROWS = 250
/** Of their names, as they are searched for: the index of parts takes most of the time. */
const BATCH_CHARACTERS = 6000

/** Those who are stored in one transaction: the longer their names, the fewer they are. */
export function* importSteps(people: SheetPeople['people']): Generator<SheetPeople['people']> {
  let step: SheetPeople['people'][number][] = []
  let letters = 0
  for (const person of people) {
    const { length } = searchableName(person.name)
    if (step.length === BATCH_ROWS || (step.length > 0 && letters + length > BATCH_CHARACTERS)) {
      yield step
      step = []
      letters = 0
    }
    step.push(person)
    letters += length
  }
  if (step.length > 0) yield step
}
