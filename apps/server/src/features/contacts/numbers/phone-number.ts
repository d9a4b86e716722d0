import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { MIN_INTERNATIONAL_DIGITS, readMobileNumber } from './mobile-number.ts'
import { bareNumber, listMark } from './written-number.ts'

const NETWORK_SUFFIX = /(?::\d+)?@.+$/
/** The network's own ids are international, and some older ones match no numbering plan. */
const NETWORK_DIGITS = /^[1-9]\d{6,14}$/

/** The digits after an area code. */
const LOCAL_DIGITS_MAX = 8

/**
 * Parses a phone number as people write it and returns its international digits (60123456789); null
 * when it is invalid. Without a country code it is first read as a number of `country` (ISO 3166
 * alpha-2), then as an international one without its plus. Validated by the full ("max") metadata
 * with all kinds of numbers, because a business account may use a fixed line.
 */
export function readPhoneNumber(written: string, country: string): string | null {
  const { text } = bareNumber(written)
  if (text === null) return null
  const defaultCountry = supported(country)
  const mobile = defaultCountry && readMobileNumber(text, defaultCountry)
  return mobile ?? readByLibrary(text, defaultCountry)
}

/** Whether a text is invalid because it holds two numbers. */
export function holdsTwoNumbers(written: string): boolean {
  return bareNumber(written).problem === 'two_numbers'
}

/**
 * How likely a text is a phone number, judged by the text alone; 0 is none. Order numbers often
 * look like phone numbers of other countries.
 */
export function phoneLikeness(written: string, country: string): number {
  const { text } = bareNumber(written)
  if (text === null) return 0
  if (NETWORK_SUFFIX.test(text)) return 4
  const defaultCountry = supported(country)
  const number = validNumber(text, defaultCountry)
  if (!number) return text.startsWith('+') && plausible(text) ? 2 : 0
  const own = defaultCountry && getCountryCallingCode(defaultCountry)
  if (number.countryCallingCode === own) return mayBeMobile(number) ? 4 : 3
  if (text.startsWith('+')) return 3
  return mayBeMobile(number) ? 2 : 1
}

/** Like `readPhoneNumber`, for a text that no heading announces as a number. */
export function readSurePhoneNumber(written: string, country: string): string | null {
  return phoneLikeness(written, country) > 0 ? readPhoneNumber(written, country) : null
}

/** Like `readPhoneNumber`, for a bare number. */
export function readByLibrary(
  text: string,
  defaultCountry: CountryCode | undefined,
): string | null {
  if (NETWORK_SUFFIX.test(text)) {
    const digits = text.replace(NETWORK_SUFFIX, '')
    return NETWORK_DIGITS.test(digits) ? digits : null
  }
  const found = validNumber(text, defaultCountry)
  return found ? digitsOf(found) : plausible(text)
}

function supported(country: string): CountryCode | undefined {
  return isSupportedCountry(country) ? country : undefined
}

function validNumber(text: string, country: CountryCode | undefined): PhoneNumber | null {
  const mark = listMark(text)
  if (!mark) return bestReading(text, country)
  const marked = bestReading(mark.rest, country)
  const whole = mark.mayBelong ? bestReading(text, country) : null
  if (marked && whole && marked.number !== whole.number) {
    // Two valid readings are ambiguous, unless one has a clear area code.
    const isLocal = mark.rest.replace(/\D/g, '').length <= LOCAL_DIGITS_MAX
    return isLocal && country && whole.country === country ? whole : null
  }
  return whole ?? (mark.isClear ? marked : null)
}

/**
 * Prefers the national reading, unless only the international one is a mobile number: 4915112345678
 * may also be a German fixed line.
 */
function bestReading(text: string, country: CountryCode | undefined): PhoneNumber | null {
  const national = valid(text, country)
  if (text.startsWith('+')) return national
  const international = valid(`+${text}`)
  if (!national || !international) return national ?? international
  const isMobile = international.getType() === 'MOBILE'
  return isMobile && !mayBeMobile(national) ? international : national
}

function valid(text: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(defaultCountry && { defaultCountry }),
  })
  return number?.isValid() ? number : null
}

function mayBeMobile(number: PhoneNumber): boolean {
  return ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '')
}

/**
 * Numbering plans change faster than the library's tables, so a clearly international number of a
 * possible length is accepted; the network reports later whether it exists. No zero may follow the
 * country code.
 */
function plausible(text: string): string | null {
  const hasPlus = text.startsWith('+')
  if (listMark(text) || (!hasPlus && /[^\d -]/.test(text))) return null
  const number = parsePhoneNumberFromString(hasPlus ? text : `+${text}`, { extract: false })
  if (!number?.isPossible() || number.nationalNumber.startsWith('0')) return null
  const digits = digitsOf(number)
  return hasPlus || digits.length >= MIN_INTERNATIONAL_DIGITS ? digits : null
}

function digitsOf({ number }: PhoneNumber): string {
  return number.slice(1)
}
