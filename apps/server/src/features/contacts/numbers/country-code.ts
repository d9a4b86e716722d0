import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
} from 'libphonenumber-js/max'
import { readSurePhoneNumber } from './phone-number.ts'

/** What the library knows of a calling code, missing in its type declarations. */
interface CallingCodes {
  getCountryCodesForCallingCode(code: string): CountryCode[] | undefined
}

const callingCodes = new Metadata() as unknown as CallingCodes
const DIGITS_ONCE = /^\D*?0{0,2}([1-9]\d{0,2})(?:\.0+)?\D*$/

/** The main country of a code as people write it: 62, +62, 0062, 'ID', 'Indonesia (+62)'. */
export function countryOfCode(written: string): CountryCode | null {
  const text = written.trim().toUpperCase().slice(0, 60)
  if (isSupportedCountry(text)) return text
  const [, digits = ''] = DIGITS_ONCE.exec(text) ?? []
  return callingCodes.getCountryCodesForCallingCode(digits)?.[0] ?? null
}

/**
 * Reads a number with a country code in another column; a plus in the number itself takes
 * precedence. Null when it is not a number of that country.
 */
export function readNumberWithCode(written: string, country: CountryCode): string | null {
  const code = getCountryCallingCode(country)
  const read = readSurePhoneNumber(written, country)
  if (read?.startsWith(code) || written.includes('+')) return read
  return readSurePhoneNumber(`+${code} ${written}`, country)
}
