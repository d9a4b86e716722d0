import type { Db } from '../../../platform/database/database.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import type { Campaign, DevicePlace } from '../campaign/stored-campaign.ts'
import type { CampaignDevices, NumberDay } from '../campaign-devices.ports.ts'
import { type BegunByDevice, begunPeople } from '../recipients/begun-people.repository.ts'

/** The devices of campaigns beside their own, also those that only finish whom they have begun. */
export interface DevicesBeside {
  readonly places: ReadonlyMap<string, DevicePlace>
  /** By campaign, where several devices have begun its people. */
  readonly begun: ReadonlyMap<string, BegunByDevice>
}

export async function devicesBeside(
  { db, devices }: { readonly db: Db; readonly devices: Pick<CampaignDevices, 'rows'> },
  campaigns: readonly Campaign[],
): Promise<DevicesBeside> {
  const begun = await begunPeople(db, campaigns)
  const ids = campaigns.flatMap(({ id, furtherDevices }) => [
    ...furtherDevices,
    ...(begun.get(id)?.keys() ?? []),
  ])
  const places = await createCampaignDevicesRepository(db, devices).placesOf([...new Set(ids)])
  return { places, begun }
}

/**
 * The state of a number's connection. `connecting` and `banned_for_now`: it reconnects by itself.
 * `refused`: it cannot, before its owner does what its device says.
 */
type LiveConnection =
  | 'connected'
  | 'connecting'
  | 'disconnected'
  | 'banned'
  | 'banned_for_now'
  | 'refused'

type NumberConnection = LiveConnection | 'unlinked' | 'removed'

/** What only the running server knows of numbers. */
export interface LiveNumbers {
  /** The name of the campaign that a device is sending; null while it sends none. */
  currentOf(deviceId: string): string | null
  /** For a device that is neither removed nor unlinked. */
  connectionOf(deviceId: string): LiveConnection
  /** Until when it sends nothing because it asked too much of the network; null otherwise. */
  restsUntil(deviceId: string): number | null
  /** The day of a number, by its pace. */
  dayOf: CampaignDevices['dayOf']
}

/** One of the numbers that send a campaign, as it stands now. */
export interface SendingNumber {
  readonly name: string
  readonly connection: NumberConnection
  /** Until then the network lets it write to nobody new; null without a limit that is ahead. */
  readonly limitedUntil: number | null
  /** The network itself has said until when. */
  readonly isLimitNamed: boolean
  /** Until then it sends nothing, as it asked too much of the network; null otherwise. */
  readonly restsUntil: number | null
  readonly day: NumberDay
  /** The name of the campaign that it is sending; null while it sends none. */
  readonly ahead: string | null
  /** How many of the campaign's people wait for this number's limit to end. */
  readonly holds: number
  /** How many of them it has begun. */
  readonly begun: number
  /** It takes nobody new. */
  readonly isLeaving: boolean
}

/** What keeps a number from writing to somebody new. */
export interface NumberWait {
  readonly cause: Exclude<NumberConnection, 'connected'> | 'resting' | 'limited' | 'capped'
  /** When it goes on; infinite where nobody knows. */
  readonly until: number
}

/** Its own number first, then those beside it, then those that only finish whom they have begun. */
export function numbersOf(
  campaign: Campaign,
  { places, begun }: DevicesBeside,
  live: LiveNumbers,
  now: number,
): [SendingNumber, ...SendingNumber[]] {
  const { deviceId, furtherDevices, counts } = campaign
  const people = begun.get(campaign.id) ?? new Map([[deviceId, counts]])
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
    begun: people.get(id)?.sending ?? 0,
    isLeaving: !active.includes(id),
  })
  const others = [...new Set([...furtherDevices, ...people.keys()])].flatMap((id) => {
    const place = id === deviceId ? undefined : places.get(id)
    return place ? standing(id, place) : []
  })
  return [standing(deviceId, campaign), ...others]
}

/**
 * The numbers of the people who are left: any that takes somebody new while people wait for their
 * turn; after that only those that hold people or have begun them, as no other writes to these.
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

function hasPeople({ holds, begun, connection }: SendingNumber): boolean {
  return holds + begun > 0 && connection !== 'removed'
}

/** A limit keeps a number from those whom it holds, not from whom it has begun. */
function asOfRest(number: SendingNumber): SendingNumber {
  return number.holds > 0 ? number : { ...number, limitedUntil: null }
}

/** Null where nothing does. */
export function waitOf(number: SendingNumber): NumberWait | null {
  const { connection, restsUntil, limitedUntil, day } = number
  if (connection !== 'connected') return { cause: connection, until: Number.POSITIVE_INFINITY }
  if (restsUntil !== null) return { cause: 'resting', until: restsUntil }
  if (limitedUntil !== null) return { cause: 'limited', until: limitedUntil }
  return day.cap !== null && day.used >= day.cap ? { cause: 'capped', until: day.endsAt } : null
}

/** The number that first writes to those whom it holds; null without a limit that is ahead. */
export function firstThatHolds(numbers: readonly SendingNumber[]): SendingNumber | null {
  const [first, ...others] = numbers.filter(
    ({ holds, limitedUntil }) => holds > 0 && limitedUntil !== null,
  )
  return first ? firstToGoOn([first, ...others]) : null
}

/** What goes on sooner comes first; of what nobody knows, what needs its owner less. */
const AWAY = [
  'connecting',
  'banned_for_now',
  'disconnected',
  'refused',
  'unlinked',
  'banned',
  'removed',
]

/** Of several numbers the one with which the campaign goes on first. */
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
