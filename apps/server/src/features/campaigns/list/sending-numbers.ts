import type { CampaignDevices, NumberDay } from '../campaigns.ports.ts'
import type { DevicePlace } from '../rotation/campaign-devices.repository.ts'
import type { Campaign } from '../stored-campaign.ts'

/** The state of a number's connection; `connecting` means that it reconnects by itself. */
type NumberConnection = 'connected' | 'connecting' | 'disconnected' | 'unlinked' | 'removed'

/** What only the running server knows of numbers. */
export interface LiveNumbers {
  /** The name of the campaign that a device is sending; null while it sends none. */
  currentOf(deviceId: string): string | null
  /** For a device that is neither removed nor unlinked. */
  connectionOf(deviceId: string): 'connected' | 'connecting' | 'disconnected'
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
}

/** What keeps a number from writing to somebody new. */
export interface NumberWait {
  readonly cause:
    | 'connecting'
    | 'disconnected'
    | 'unlinked'
    | 'removed'
    | 'resting'
    | 'limited'
    | 'capped'
  /** When it goes on; infinite where nobody knows. */
  readonly until: number
}

/** Its own number first, then those beside it. */
export function numbersOf(
  campaign: Campaign,
  beside: ReadonlyMap<string, DevicePlace>,
  live: LiveNumbers,
  now: number,
): [SendingNumber, ...SendingNumber[]] {
  const standing = (id: string, place: DevicePlace): SendingNumber => ({
    name: place.deviceName,
    connection: connectionOf(id, place, live),
    limitedUntil: ifAhead(place.limitedUntil, now),
    isLimitNamed: place.isLimitNamed,
    restsUntil: ifAhead(live.restsUntil(id), now),
    day: live.dayOf(place.pace, now),
    ahead: live.currentOf(id),
  })
  const others = campaign.furtherDevices.flatMap((id) => {
    const place = beside.get(id)
    return place ? standing(id, place) : []
  })
  return [standing(campaign.deviceId, campaign), ...others]
}

/** Null where nothing does. */
export function waitOf(number: SendingNumber): NumberWait | null {
  const { connection, restsUntil, limitedUntil, day } = number
  if (connection !== 'connected') return { cause: connection, until: Number.POSITIVE_INFINITY }
  if (restsUntil !== null) return { cause: 'resting', until: restsUntil }
  if (limitedUntil !== null) return { cause: 'limited', until: limitedUntil }
  return day.cap !== null && day.used >= day.cap ? { cause: 'capped', until: day.endsAt } : null
}

/** Those that may write to nobody new, for whom whoever is held waits; null without any. */
export function limitedAmong(
  numbers: readonly SendingNumber[],
): [SendingNumber, ...SendingNumber[]] | null {
  const [first, ...others] = numbers.filter(({ limitedUntil }) => limitedUntil !== null)
  return first ? [first, ...others] : null
}

/** What goes on sooner comes first; of what nobody knows, what needs its owner less. */
const AWAY = ['connecting', 'disconnected', 'unlinked', 'removed']

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

function connectionOf(id: string, place: DevicePlace, live: LiveNumbers): NumberConnection {
  if (place.deviceRemoved) return 'removed'
  return place.deviceUnlinked ? 'unlinked' : live.connectionOf(id)
}

function ifAhead(until: number | null, now: number): number | null {
  return until !== null && until > now ? until : null
}
