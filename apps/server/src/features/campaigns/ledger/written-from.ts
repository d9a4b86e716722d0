import type { Clock } from '../../../platform/clock.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { mayStartAt } from '../campaign/choose-campaign.ts'
import type { Campaign, DevicePlace } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'

interface Row {
  readonly device_id: string | null
  readonly state: string
}

/** A device that has written to as many people today as it may. */
export interface FullDay {
  readonly device: string
  readonly cap: number
  /** When the campaign goes on. */
  readonly at: number
}

/** A device that the network has asked for less. */
interface Resting {
  readonly device: string
  readonly at: number
}

/** Where people wait for their turn. */
export interface Queue {
  /** Every device that could write to them has had its day; null while one has not. */
  readonly full: FullDay | null
  /** Every device that could write to them rests, until then; null while one does not. */
  readonly resting: Resting | null
}

export interface WrittenFromDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly clock: Clock
  /** Until when a device rests; null while it does not. */
  restsUntil(deviceId: string): number | null
}

/**
 * For rows of a campaign's ledger, the campaign with the device that each is written from. Whoever
 * waits for the first of several devices waits for one that is away, or has had its day, only while
 * all are.
 */
export async function writtenFrom(
  deps: WrittenFromDeps,
  campaign: Campaign,
  rows: readonly Row[],
): Promise<(row: Row) => Campaign & Queue & { readonly now: number }> {
  const { deviceId, furtherDevices } = campaign
  const ids = new Set([...furtherDevices, ...rows.flatMap(({ device_id }) => device_id ?? [])])
  ids.delete(deviceId)
  const others = await createCampaignDevicesRepository(deps.db, deps.devices).placesOf([...ids])
  const now = deps.clock.now()
  return placeAmong({ ...campaign, now }, others, fullDays(deps, campaign), deps.restsUntil)
}

/** The day of a device, if that is what the people of a campaign wait for. */
function fullDays(
  { devices, clock }: { readonly devices: LedgerDeps['devices']; readonly clock: Clock },
  campaign: Campaign,
): (place: DevicePlace) => FullDay | null {
  const now = clock.now()
  const waitsOtherwise = !campaign.enabled || mayStartAt(campaign, now) > now
  return ({ deviceName: device, pace }) => {
    if (waitsOtherwise) return null
    const { cap, used, endsAt } = devices.dayOf(pace, now)
    return cap !== null && used >= cap ? { device, cap, at: mayStartAt(campaign, endsAt) } : null
  }
}

/** The same, with the places of all other devices at hand. */
export function placeAmong<T extends Pick<Campaign, 'deviceId' | 'furtherDevices'> & DevicePlace>(
  campaign: T,
  others: ReadonlyMap<string, DevicePlace>,
  fullDay: (place: DevicePlace) => FullDay | null,
  restsUntil: (deviceId: string) => number | null,
): (row: Row) => T & Queue {
  const { deviceId, furtherDevices } = campaign
  const isShared = furtherDevices.length > 0
  const isAway = (id: string) => others.get(id)?.deviceOfflineSince !== null
  const deviceOfflineSince = furtherDevices.every(isAway) ? campaign.deviceOfflineSince : null
  const restOf = (id: string, { deviceName: device }: DevicePlace): Resting | null => {
    const at = restsUntil(id)
    return at === null ? null : { device, at }
  }
  const stop = (id: string, place: DevicePlace): Queue => {
    const resting = restOf(id, place)
    return { resting, full: resting === null ? fullDay(place) : null }
  }
  const beside = furtherDevices.flatMap((id) => {
    const place = others.get(id)
    return place?.deviceOfflineSince === null ? stop(id, place) : []
  })
  const here = campaign.deviceOfflineSince === null ? [stop(deviceId, campaign)] : []
  const own = { ...campaign, ...firstToGoOn([...here, ...beside]) }
  const undealt = isShared ? { ...own, limitedUntil: null, deviceOfflineSince } : own
  return ({ device_id, state }) => {
    if (device_id === null || (isShared && state === 'queued')) return undealt
    const place = others.get(device_id) ?? campaign
    return { ...own, ...place, resting: restOf(device_id, place) }
  }
}

/** Of what stops each of the devices that are not away, that which is over first. */
function firstToGoOn(stops: readonly Queue[]): Queue {
  const over = stops.flatMap((stop) => {
    const at = stop.resting?.at ?? stop.full?.at
    return at === undefined ? [] : { stop, at }
  })
  const [first] = over.sort((one, other) => one.at - other.at)
  return first && over.length === stops.length ? first.stop : { full: null, resting: null }
}
