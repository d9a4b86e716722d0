import { fold } from '../../../platform/search-text.ts'
import {
  ABOUT_PHONES,
  COUNTRY_CODE_HEADINGS,
  FAMILY_NAME_WORDS,
  FILLERS,
  GIVEN_NAME_WORDS,
  HOUSE_WORDS,
  NAME_WORDS,
  OTHER_NUMBERS,
  PERSON_WORDS,
  PHONE_HEADINGS,
  PHONE_WORDS,
  SOMEBODY_ELSE,
  THING_WORDS,
} from './heading-words.ts'

/** Forms use whole questions as headings. */
const HEADING_MAX_LENGTH = 120
/** Scripts that do not separate words by spaces, or prefix them with articles. */
const UNPARTED = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N} ]/u
/** Instructions about the number: 'with country code'. */
const EXPLANATION = / (?:with|without|incl|including|include|dengan|tanpa|e g|eg|example|contoh) .*/
const WORDS_TOGETHER = 4

/** How clearly a heading describes its column; the lowest rank is the best, null is no match. */
type Rank = number | null

/** Lower-case words without diacritics: 'No. Tel (H/P)' and 'NoTelHP' are 'no tel hp'. */
function normalize(heading: string): string {
  const parted = heading
    .slice(0, HEADING_MAX_LENGTH)
    .replace(/[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})|\p{L}(?=\d)/gu, '$& ')
  return fold(parted)
    .replace(/đ/g, 'd')
    .replace(/\b([a-z])[/.]\s?([a-z])\b/g, '$1$2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Without the text in brackets, unless all of it is in brackets. */
function withoutBrackets(written: string): string {
  const heading = written.slice(0, HEADING_MAX_LENGTH)
  const outside = normalize(heading.replace(/[([{（【].*?(?:[)\]}）】]|$)/g, ' '))
  return (outside || normalize(heading)).replace(EXPLANATION, '')
}

interface Vocabulary {
  has(heading: string): boolean
  /** Every word matches. */
  isAll(heading: string): boolean
}

function vocabulary(...lists: readonly (readonly string[])[]): Vocabulary {
  const all = new Set(lists.flat().map(normalize))
  const unparted = [...all].filter((word) => UNPARTED.test(word))
  const hasUnparted = (heading: string) =>
    UNPARTED.test(heading) && unparted.some((word) => heading.includes(word))
  return {
    has: (heading) =>
      runsOf(heading.split(' ')).some((run) => all.has(run)) || hasUnparted(heading),
    isAll: (heading) => all.has(heading) || heading.split(' ').every((word) => all.has(word)),
  }
}

/** All runs of up to four consecutive words. */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, at) =>
    Array.from({ length: WORDS_TOGETHER }, (_run, more) =>
      words.slice(at, at + more + 1).join(' '),
    ),
  )
}

const phones = PHONE_WORDS.map((words) => vocabulary(words))
const phoneHeadings = new Set(PHONE_HEADINGS.map(normalize))
const aboutPhones = vocabulary(ABOUT_PHONES)
const otherNumbers = vocabulary(OTHER_NUMBERS)
const somebodyElse = vocabulary(SOMEBODY_ELSE)
const names = vocabulary(NAME_WORDS)
const persons = vocabulary(PERSON_WORDS)
const personAlone = vocabulary(PERSON_WORDS, FILLERS)
const houseAlone = vocabulary(HOUSE_WORDS, FILLERS)
const givenNames = vocabulary(GIVEN_NAME_WORDS)
const familyNames = vocabulary(FAMILY_NAME_WORDS)
const houses = vocabulary(HOUSE_WORDS)
const things = vocabulary(THING_WORDS)
const fillers = vocabulary(FILLERS)
const countryCodes = new Set(COUNTRY_CODE_HEADINGS.map(normalize))

/** How clearly the heading announces phone numbers. */
export function phoneRank(heading: string): Rank {
  const outside = withoutBrackets(heading)
  if (aboutPhones.has(outside) || countryCodes.has(outside)) return null
  // Brackets may qualify the kind, as in 'Contact (mobile)', or the owner, as in 'Phone (office)'.
  for (const text of [outside, normalize(heading).replace(EXPLANATION, '')]) {
    const rank = phones.findIndex((vocabulary) => vocabulary.has(text))
    if (rank >= 0) return rank
    if (phoneHeadings.has(text)) return phones.length
  }
  return null
}

/** Whether the numbers may belong to someone other than the person of the row. */
export function isOfSomebodyElse(heading: string): boolean {
  return somebodyElse.has(normalize(heading))
}

/** Whether the heading announces other numbers than phone numbers. */
export function isOfOtherNumbers(heading: string): boolean {
  return phoneRank(heading) === null && otherNumbers.has(normalize(heading))
}

export function isCountryCode(heading: string): boolean {
  return countryCodes.has(withoutBrackets(heading))
}

/**
 * How clearly the heading announces the name of the person, preferring the one that `phoneHeading`
 * names.
 */
export function nameRank(heading: string, phoneHeading: string): Rank {
  const text = withoutBrackets(heading)
  if (!text || things.has(text)) return null
  if (!names.has(text)) {
    if (fillers.isAll(text)) return null
    if (personAlone.isAll(text)) return 4
    return houseAlone.isAll(text) ? 7 : null
  }
  if (familyNames.has(text)) return 5
  if (houses.has(text) && !persons.has(text)) return 6
  if (givenNames.has(text)) return 3
  if (sharePerson(text, phoneHeading)) return 0
  return somebodyElse.has(text) ? 2 : 1
}

/** Whether the heading announces neither names nor phone numbers. */
export function isOfThings(heading: string): boolean {
  const text = normalize(heading)
  return things.has(text) || otherNumbers.has(text) || phoneRank(heading) !== null
}

function sharePerson(text: string, phoneHeading: string): boolean {
  const words = new Set(normalize(phoneHeading).split(' '))
  return text.split(' ').some((word) => words.has(word) && persons.has(word))
}
