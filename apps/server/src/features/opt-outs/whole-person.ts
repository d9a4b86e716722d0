import type { Identities, Person } from './opt-outs.ports.ts'

export type WholeOf = (person: Person) => Promise<Person>

/**
 * Adds the missing number or LID of a person when the owner's numbers know exactly one; among
 * several some are outdated.
 */
export function createWholeOf({ otherHalves }: Pick<Identities, 'otherHalves'>): WholeOf {
  return async (person) => {
    if (person.phoneNumber !== null && person.lid !== null) return person
    const [half = null, ...further] = await otherHalves(person)
    if (half === null || further.length > 0) return person
    return person.lid === null ? { ...person, lid: half } : { ...person, phoneNumber: half }
  }
}
