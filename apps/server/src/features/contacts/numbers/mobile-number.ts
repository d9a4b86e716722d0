import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
} from 'libphonenumber-js/max'

/** What the library knows of a country, missing in its type declarations. */
interface NumberingPlan {
  possibleLengths(): number[]
  IDDPrefix(): string | undefined
  nationalPrefixForParsing(): string | undefined
  nationalNumberPattern(): string
  type(of: 'MOBILE'): { pattern(): string } | undefined
}

interface Mobiles {
  readonly callingCode: string
  readonly mobile: RegExp
  readonly national: RegExp
  readonly abroad: RegExp
  readonly trunk: RegExp
  /** How many digits follow the calling code. */
  readonly lengths: readonly number[]
}

/** Shorter ones without a plus could be local numbers. */
export const MIN_INTERNATIONAL_DIGITS = 11
const BARE = /^\+?\d(?:[ -]?\d){5,17}$/
/** Null for countries whose numbers only the library can read. */
const known = new Map<CountryCode, Mobiles | null>()

/**
 * The digits of a bare number that can only be a number of the country with its calling code, or a
 * mobile number with or without a trunk prefix. Null leaves the number to the library, which takes
 * twenty times as long; an import has 100,000. The patterns are the library's own.
 */
export function readMobileNumber(bare: string, country: CountryCode): string | null {
  if (!BARE.test(bare)) return null
  if (!known.has(country)) known.set(country, mobilesOf(country))
  const mobiles = known.get(country)
  if (!mobiles) return null
  const { callingCode, mobile, national, abroad, trunk, lengths } = mobiles
  const hasPlus = bare.startsWith('+')
  const digits = bare.replace(/\D/g, '')
  if (digits.startsWith(callingCode)) {
    if (!hasPlus && (trunk.test(digits) || national.test(digits))) return null
    const rest = digits.slice(callingCode.length)
    // Numbering plans change faster than their tables: the length of a long number is enough.
    const isLong = hasPlus || digits.length >= MIN_INTERNATIONAL_DIGITS
    const isPossible = isLong && !/^0/.test(rest) && !trunk.test(rest)
    return (isPossible && lengths.includes(rest.length)) || mobile.test(rest) ? digits : null
  }
  const rest = digits.replace(trunk, '')
  return !hasPlus && !abroad.test(digits) && mobile.test(rest) ? callingCode + rest : null
}

function mobilesOf(country: CountryCode): Mobiles | null {
  const callingCode = getCountryCallingCode(country)
  const sharing = getCountries().filter((one) => getCountryCallingCode(one) === callingCode)
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as NumberingPlan
  const trunk = plan.nationalPrefixForParsing()
  const mobile = plan.type('MOBILE')?.pattern()
  // With a capture group the library rewrites the number by rules of the country.
  if (sharing.length > 1 || !mobile || (trunk && /\((?!\?)/.test(trunk))) return null
  return {
    callingCode,
    mobile: new RegExp(`^(?:${mobile})$`),
    national: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    abroad: beginning(plan.IDDPrefix()),
    trunk: beginning(trunk),
    lengths: plan.possibleLengths(),
  }
}

function beginning(pattern: string | undefined): RegExp {
  return pattern ? new RegExp(`^(?:${pattern})`) : /(?!)/
}
