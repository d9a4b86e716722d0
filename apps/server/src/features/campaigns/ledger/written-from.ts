import type { Clock } from '../../../platform/clock.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { mayStartAt } from '../campaign/choose-campaign.ts'
import type { Campaign, DevicePlace } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'

interface Row {
  readonly device_id: string | null
  readonly state: string
}

/** A device that has reached its daily cap. */
export interface FullDay {
  readonly device: string
  readonly cap: number
  /** When the campaign goes on. */
  readonly at: number
}

/** A device that the network is rate-limiting. */
interface Resting {
  readonly device: string
  readonly at: number
}

/** What stops the queue of a campaign. */
export interface Queue {
  /** Every device reached its daily cap; null while one has not. */
  readonly full: FullDay | null
  /** Every device is rate-limited; null while one is not. */
  readonly resting: Resting | null
}

export interface WrittenFromDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly clock: Clock
  /** Until when a device rests; null while it does not. */
  restsUntil(deviceId: string): number | null
}

/**
 * For rows of a campaign's ledger, the campaign with the device that writes to each. People waiting
 * for any of several devices wait for an offline or capped one only while all of them are.
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

/** The full day of a device, if the people of a campaign wait for it. */
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

/** Like `writtenFrom`, with the places of all other devices loaded. */
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

/** The stop that ends first, if every connected device has one. */
function firstToGoOn(stops: readonly Queue[]): Queue {
  const over = stops.flatMap((stop) => {
    const at = stop.resting?.at ?? stop.full?.at
    return at === undefined ? [] : { stop, at }
  })
  const [first] = over.sort((one, other) => one.at - other.at)
  return first && over.length === stops.length ? first.stop : { full: null, resting: null }
}
