import { normalised } from '@kirim/contract/bounded-text'
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { MIN_INTERNATIONAL_DIGITS, readPlainNumber } from './plain-number.ts'

/** Long enough for a number with invisible characters around it. */
const WRITTEN_MAX_LENGTH = 200
const NETWORK_SUFFIX = /@(s\.whatsapp\.net|c\.us)$/i
/** Directional marks and the like, which are copied along with numbers from chat apps. */
const INVISIBLE = /\p{Cf}/gu
/** What spreadsheets turn long numbers into: 6.0123456789E+10. */
const SCIENTIFIC = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i

/**
 * Parses a phone number as people write it and returns its international digits (60123456789); null
 * when it is invalid. Without a country code it is first read as a number of `country` (ISO 3166
 * alpha-2), then as an international one without its plus. Validated by the full ("max") metadata
 * with all kinds of numbers, because a business account may use a fixed line.
 */
export function readPhoneNumber(written: string, country: string): string | null {
  const defaultCountry = isSupportedCountry(country) ? country : undefined
  return readPlainNumber(written, defaultCountry) ?? readByLibrary(written, defaultCountry)
}

/** As `readPhoneNumber`, whatever was written. */
export function readByLibrary(
  written: string,
  defaultCountry: CountryCode | undefined,
): string | null {
  const trimmed = written.trim()
  if (trimmed.length > WRITTEN_MAX_LENGTH) return null
  const plain = normalised(trimmed, 'NFKC').replace(INVISIBLE, '').trim().replace(/^'/, '')
  const text = expandScientific(plain)
  if (NETWORK_SUFFIX.test(text)) return ofNetworkId(text.replace(NETWORK_SUFFIX, ''))
  if (text.length > 40) return null
  const international = text.startsWith('+') ? text : `+${text}`
  return (
    valid(text, defaultCountry) ??
    valid(international) ??
    plausible(international, text.startsWith('+'))
  )
}

/**
 * Numbering plans change faster than their tables: clearly international numbers of a length that
 * their country allows are accepted, and the network reports later whether they exist.
 */
function plausible(international: string, hasPlus: boolean): string | null {
  const number = parsePhoneNumberFromString(international, { extract: false })
  if (!number?.isPossible()) return null
  const digits = number.number.slice(1)
  return hasPlus || digits.length >= MIN_INTERNATIONAL_DIGITS ? digits : null
}

/** The network's own ids are international, and some older ones match no numbering plan. */
function ofNetworkId(id: string): string | null {
  const digits = id.replace(/:\d+$/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
}

function valid(text: string, defaultCountry?: CountryCode): string | null {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(defaultCountry && { defaultCountry }),
  })
  return number?.isValid() ? number.number.slice(1) : null
}

/** Only when every digit is there: otherwise a message would go to a wrong number. */
function expandScientific(text: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = SCIENTIFIC.exec(text) ?? []
  return whole && decimals.length === Number(exponent) ? whole + decimals : text
}
