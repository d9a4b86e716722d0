import { isLidUser } from 'baileys'
import type { Core } from '../core.ts'
import type { ChatKey } from '../store/messages.ts'
import type { Addressing } from '../types.ts'
import { chance } from './chance.ts'
import type { Migrated } from './weather.ts'

const LID_REFUSED = 400
const NUMBER_REFUSED = 463

/** The error for a message whose address has the wrong form. */
export function wrongForm(core: Core, { phone, contact }: ChatKey, to: string): number | undefined {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'migrated' || contact === phone) return undefined
  const { own = true } = weather
  const lid = isLidUser(to)
  const error = own ? numberRefusal(weather, contact, lid) : lidRefusal(lid)
  if (error !== undefined) core.weather.strike(phone)
  return error
}

const lidRefusal = (lid: boolean | undefined) => (lid ? LID_REFUSED : undefined)

const numberRefusal = (weather: Migrated, contact: string, lid: boolean | undefined) =>
  !lid && hasMoved(weather, contact) ? NUMBER_REFUSED : undefined

const hasMoved = ({ share = 1, seed = 0 }: Migrated, contact: string): boolean =>
  chance(seed, contact) < share

/** The address form a contact writes from, if the weather determines it. */
export function formOf(core: Core, { phone, contact }: ChatKey): Addressing | undefined {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'migrated') return undefined
  return weather.own !== false && hasMoved(weather, contact) ? 'lid' : 'pn'
}

/**
 * The account's number for a number as people write it: accounts in Brazil mostly lack the
 * ninth digit, those in Mexico have a 1 and those in Argentina a 9 after the country code.
 */
export function accountNumber(written: string): string {
  for (const [pattern, account] of VARIANTS) {
    if (pattern.test(written)) return written.replace(pattern, account)
  }
  return written
}

const VARIANTS: [RegExp, string][] = [
  [/^55([3-9]\d)9(\d{8})$/, '55$1$2'],
  [/^55([12]\d)(\d{8})$/, '55$19$2'],
  [/^52(\d{10})$/, '521$1'],
  [/^54(\d{10})$/, '549$1'],
]

/** The account that a lookup of a number finds. */
export const resolve = (core: Core, phone: string, number: string): string =>
  core.weather.now(phone).kind === 'variants' ? accountNumber(number) : number

/** Whether nobody has this number because the account's own number differs. */
export const isMiswritten = (core: Core, { phone, contact }: ChatKey): boolean =>
  resolve(core, phone, contact) !== contact
