import { type ImportPreview, PREVIEW_ERRORS_MAX } from '@kirim/contract/contact-import'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { SheetPeople } from './collect-people.ts'

/** People who are shown as they would be stored. */
const SAMPLES = 3
/** Nearly always the country, and its area where several share a code. */
const PREFIX_DIGITS = 5

type Collected = Pick<SheetPeople, 'people' | 'errors' | 'refused' | 'repeated'>

/** What an import of these people would do; who of them is known, only the database knows. */
export function previewImport({ people, errors, refused, repeated }: Collected): ImportPreview {
  return {
    people: people.length,
    repeated,
    refused,
    errors: errors.slice(0, PREVIEW_ERRORS_MAX),
    countries: countriesOf(people),
    samples: people.slice(0, SAMPLES).map(({ name, phoneNumber }) => ({ name, phoneNumber })),
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
