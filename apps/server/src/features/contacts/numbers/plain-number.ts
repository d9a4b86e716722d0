import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
} from 'libphonenumber-js/max'

/** What the library knows of a country, missing in its type declarations. */
interface LibraryPlan {
  possibleLengths(): number[] | undefined
  IDDPrefix(): string | undefined
  nationalPrefixForParsing(): string | undefined
  nationalNumberPattern(): string
  type(of: 'MOBILE' | 'FIXED_LINE'): LibraryType | undefined
}
interface LibraryType {
  pattern(): string
  possibleLengths(): number[] | undefined
}

interface Plan {
  readonly callingCode: string
  readonly abroad: RegExp
  readonly trunk: RegExp
  readonly national: RegExp
  readonly lengths: readonly number[]
  readonly mobile: Type | null
  readonly fixedLine: Type | null
}

interface Type {
  readonly pattern: RegExp
  readonly lengths: readonly number[]
}

/** Shorter ones without a plus could be local numbers. */
export const MIN_INTERNATIONAL_DIGITS = 11

const BARE = /^\+?\d(?:[ -]?\d){5,17}$/
const NEVER = /(?!)/
const CALLING_CODE_DIGITS = [1, 2, 3]
/** Null where only the library can tell. */
const plans = new Map<string, Plan | null>()
/** The countries that share their calling code with no other, by that code. */
const soleCountries = new Map(
  [...Map.groupBy(getCountries(), (country) => getCountryCallingCode(country))].flatMap(
    ([code, [first, ...others]]): [string, CountryCode][] =>
      first && others.length === 0 ? [[code, first]] : [],
  ),
)

/**
 * The digits of a bare number that can be read in one way only: international, with or without
 * its plus, or national behind a trunk prefix. Null says nothing: the library, which takes twenty
 * times as long, reads everything else. What is read here it reads alike, by the same patterns.
 */
export function readPlainNumber(bare: string, country: CountryCode | undefined): string | null {
  if (!BARE.test(bare)) return null
  const text = bare.replace(/[ -]/g, '')
  if (text.startsWith('+')) return ofInternational(text.slice(1))
  const plan = country ? planOf(country) : null
  if (!plan || plan.abroad.test(text)) return null
  return text.startsWith(plan.callingCode) ? withoutPlus(plan, text) : ofNational(plan, text)
}

function ofInternational(digits: string): string | null {
  for (const length of CALLING_CODE_DIGITS) {
    const country = soleCountries.get(digits.slice(0, length))
    const plan = country ? planOf(country) : null
    if (plan) return isPossible(plan, digits.slice(length)) ? digits : null
  }
  return null
}

/** Not one that may be national, too. */
function withoutPlus(plan: Plan, digits: string): string | null {
  if (plan.trunk.test(digits) || plan.national.test(digits)) return null
  const rest = digits.slice(plan.callingCode.length)
  if (!isPossible(plan, rest)) return null
  return digits.length >= MIN_INTERNATIONAL_DIGITS || isOfPlan(plan, rest) ? digits : null
}

/** A fixed line without a zero may be another country's mobile as well. */

function ofNational(plan: Plan, digits: string): string | null {
  const [trunk = ''] = plan.trunk.exec(digits) ?? []
  const rest = digits.slice(trunk.length)
  const isClear = digits.startsWith('0') ? isOfPlan(plan, rest) : isMobile(plan, rest)
  return isClear ? plan.callingCode + rest : null
}

/** By its length, and without a trunk prefix. */
function isPossible(plan: Plan, national: string): boolean {
  const mayBegin = !national.startsWith('0') && !plan.trunk.test(national)
  return mayBegin && plan.lengths.includes(national.length)
}

function isOfPlan(plan: Plan, digits: string): boolean {
  return isMobile(plan, digits) || isOf(plan.fixedLine, plan, digits)
}

function isMobile(plan: Plan, digits: string): boolean {
  return isOf(plan.mobile, plan, digits)
}

function isOf(type: Type | null, { national }: Plan, digits: string): boolean {
  if (!type || !national.test(digits)) return false
  const { pattern, lengths } = type
  return (lengths.length === 0 || lengths.includes(digits.length)) && pattern.test(digits)
}

function planOf(country: CountryCode): Plan | null {
  const known = plans.get(country)
  if (known !== undefined) return known
  const plan = makePlan(country)
  plans.set(country, plan)
  return plan
}

function makePlan(country: CountryCode): Plan | null {
  const callingCode = getCountryCallingCode(country)
  if (!soleCountries.has(callingCode)) return null
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as LibraryPlan
  const trunk = plan.nationalPrefixForParsing()
  // With a group the library rewrites the number, by rules of the country's own.
  if (trunk && /\((?!\?)/.test(trunk)) return null
  const typeOf = (name: 'MOBILE' | 'FIXED_LINE'): Type | null => {
    const type = plan.type(name)
    if (!type?.pattern()) return null
    return { pattern: entirely(type.pattern()), lengths: type.possibleLengths() ?? [] }
  }
  return {
    callingCode,
    abroad: beginning(plan.IDDPrefix()),
    trunk: beginning(trunk),
    national: entirely(plan.nationalNumberPattern()),
    lengths: plan.possibleLengths() ?? [],
    mobile: typeOf('MOBILE'),
    fixedLine: typeOf('FIXED_LINE'),
  }
}

function beginning(pattern: string | undefined): RegExp {
  return pattern ? new RegExp(`^(?:${pattern})`) : NEVER
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`)
}
