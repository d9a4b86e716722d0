import type { Db } from '../../../platform/database/database.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import type { Campaign, DevicePlace } from '../campaign/stored-campaign.ts'
import type { CampaignDevices, NumberDay } from '../campaign-devices.ports.ts'
import { type AssignedByDevice, countAssignedTo } from '../recipients/assigned-people.repository.ts'

/** The other devices of campaigns, including those that only finish the people they started. */
export interface OtherDevices {
  readonly places: ReadonlyMap<string, DevicePlace>
  /** By campaign, if several devices have people of it. */
  readonly assigned: ReadonlyMap<string, AssignedByDevice>
}

export async function loadOtherDevices(
  { db, devices }: { readonly db: Db; readonly devices: Pick<CampaignDevices, 'rows'> },
  campaigns: readonly Campaign[],
): Promise<OtherDevices> {
  const assigned = await countAssignedTo(db, campaigns)
  const ids = campaigns.flatMap(({ id, furtherDevices }) => [
    ...furtherDevices,
    ...(assigned.get(id)?.keys() ?? []),
  ])
  const places = await createCampaignDevicesRepository(db, devices).placesOf([...new Set(ids)])
  return { places, assigned }
}

/**
 * The state of a number's connection. `connecting` and `banned_for_now` end by themselves;
 * `refused` needs its owner.
 */
type LiveConnection =
  | 'connected'
  | 'connecting'
  | 'disconnected'
  | 'banned'
  | 'banned_for_now'
  | 'refused'

type NumberConnection = LiveConnection | 'unlinked' | 'removed'

/** What only the running server knows about numbers. */
export interface LiveNumbers {
  /** The name of the campaign that a device is sending; null while it sends none. */
  currentOf(deviceId: string): string | null
  /** For a device that is neither removed nor unlinked. */
  connectionOf(deviceId: string): LiveConnection
  /** The end of a device's rate limit; null without one. */
  restsUntil(deviceId: string): number | null
  /** The day of a number, by its pace. */
  dayOf: CampaignDevices['dayOf']
}

/** The current state of a number that sends a campaign. */
export interface SendingNumber {
  readonly name: string
  readonly connection: NumberConnection
  /** The end of its limit of new chats; null without a current one. */
  readonly limitedUntil: number | null
  /** The network itself announced the end. */
  readonly isLimitNamed: boolean
  /** The end of its rate limit; null without one. */
  readonly restsUntil: number | null
  readonly day: NumberDay
  /** The name of the campaign that it is sending; null while it sends none. */
  readonly ahead: string | null
  /** How many of the campaign's people wait for this number's limit to end. */
  readonly holds: number
  /** How many of them it is writing to. */
  readonly claimed: number
  /** It takes nobody new. */
  readonly isLeaving: boolean
}

/** Why a number cannot write to new people. */
export interface NumberWait {
  readonly cause: Exclude<NumberConnection, 'connected'> | 'resting' | 'limited' | 'capped'
  /** When it resumes; infinite if unknown. */
  readonly until: number
}

/** Its own number first, then the other senders, then those that only finish started people. */
export function numbersOf(
  campaign: Campaign,
  { places, assigned }: OtherDevices,
  live: LiveNumbers,
  now: number,
): [SendingNumber, ...SendingNumber[]] {
  const { deviceId, furtherDevices, counts } = campaign
  const people = assigned.get(campaign.id) ?? new Map([[deviceId, counts]])
  const active = [deviceId, ...furtherDevices]
  const standing = (id: string, place: DevicePlace): SendingNumber => ({
    name: place.deviceName,
    connection: connectionOf(id, place, live),
    limitedUntil: ifAhead(place.limitedUntil, now),
    isLimitNamed: place.isLimitNamed,
    restsUntil: ifAhead(live.restsUntil(id), now),
    day: live.dayOf(place.pace, now),
    ahead: live.currentOf(id),
    holds: people.get(id)?.held ?? 0,
    claimed: people.get(id)?.sending ?? 0,
    isLeaving: !active.includes(id),
  })
  const others = [...new Set([...furtherDevices, ...people.keys()])].flatMap((id) => {
    const place = id === deviceId ? undefined : places.get(id)
    return place ? standing(id, place) : []
  })
  return [standing(deviceId, campaign), ...others]
}

/**
 * The numbers that the remaining people depend on: while people are queued, all that take new ones;
 * after that only those with held or started people.
 */
export function numbersOfRest(
  { counts }: Pick<Campaign, 'counts'>,
  numbers: readonly [SendingNumber, ...SendingNumber[]],
): [SendingNumber, ...SendingNumber[]] {
  const [own, ...others] = numbers
  const [first, ...further] =
    counts.queued > 0
      ? []
      : numbers.flatMap((number) => (hasPeople(number) ? asOfRest(number) : []))
  return first ? [first, ...further] : [own, ...others.filter(({ isLeaving }) => !isLeaving)]
}

function hasPeople({ holds, claimed, connection }: SendingNumber): boolean {
  return holds + claimed > 0 && connection !== 'removed'
}

/** A limit stops a number from writing to held people, not to started ones. */
function asOfRest(number: SendingNumber): SendingNumber {
  return number.holds > 0 ? number : { ...number, limitedUntil: null }
}

/** Null when the number can send. */
export function waitOf(number: SendingNumber): NumberWait | null {
  const { connection, restsUntil, limitedUntil, day } = number
  if (connection !== 'connected') return { cause: connection, until: Number.POSITIVE_INFINITY }
  if (restsUntil !== null) return { cause: 'resting', until: restsUntil }
  if (limitedUntil !== null) return { cause: 'limited', until: limitedUntil }
  return day.cap !== null && day.used >= day.cap ? { cause: 'capped', until: day.endsAt } : null
}

/** The number whose limit on held people ends first; null without one. */
export function firstThatHolds(numbers: readonly SendingNumber[]): SendingNumber | null {
  const [first, ...others] = numbers.filter(
    ({ holds, limitedUntil }) => holds > 0 && limitedUntil !== null,
  )
  return first ? firstToGoOn([first, ...others]) : null
}

/** Among unknown ends, those that need the owner less come first. */
const AWAY = [
  'connecting',
  'banned_for_now',
  'disconnected',
  'refused',
  'unlinked',
  'banned',
  'removed',
]

/** The number that can send first. */
export function firstToGoOn([own, ...others]: readonly [
  SendingNumber,
  ...SendingNumber[],
]): SendingNumber {
  return others.reduce((first, other) => (isSooner(other, first) ? other : first), own)
}

function isSooner(one: SendingNumber, other: SendingNumber): boolean {
  const [mine, its] = [waitOf(one), waitOf(other)]
  if (mine === null || its === null) {
    if (mine !== null || its !== null) return mine === null
    return one.ahead === null && other.ahead !== null
  }
  return mine.until === its.until
    ? AWAY.indexOf(mine.cause) < AWAY.indexOf(its.cause)
    : mine.until < its.until
}

export function connectionOf(
  id: string,
  place: Pick<DevicePlace, 'deviceRemoved' | 'deviceUnlinked'>,
  live: Pick<LiveNumbers, 'connectionOf'>,
): NumberConnection {
  if (place.deviceRemoved) return 'removed'
  return place.deviceUnlinked ? 'unlinked' : live.connectionOf(id)
}

function ifAhead(until: number | null, now: number): number | null {
  return until !== null && until > now ? until : null
}
