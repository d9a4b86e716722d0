import type { Clock } from '../../../platform/clock.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { mayStartAt } from '../send/choose-campaign.ts'
import type { Campaign } from '../stored-campaign.ts'
import { createCampaignDevicesRepository, type DevicePlace } from './campaign-devices.repository.ts'

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

/** Where people wait for their turn. */
interface Queue {
  /** Every device that could write to them has had its day; null while one has not. */
  readonly full: FullDay | null
}

/**
 * For rows of a campaign's ledger, the campaign with the device that each is written from. Whoever
 * waits for the first of several devices waits for one that is away, or has had its day, only while
 * all are.
 */
export async function writtenFrom(
  deps: Pick<LedgerDeps, 'db' | 'devices'> & { readonly clock: Clock },
  campaign: Campaign,
  rows: readonly Row[],
): Promise<(row: Row) => Campaign & Queue> {
  const { deviceId, furtherDevices } = campaign
  const ids = new Set([...furtherDevices, ...rows.flatMap(({ device_id }) => device_id ?? [])])
  ids.delete(deviceId)
  const others = await createCampaignDevicesRepository(deps.db, deps.devices).placesOf([...ids])
  return placeAmong(campaign, others, fullDays(deps, campaign))
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
export function placeAmong<T extends Pick<Campaign, 'furtherDevices'> & DevicePlace>(
  campaign: T,
  others: ReadonlyMap<string, DevicePlace>,
  fullDay: (place: DevicePlace) => FullDay | null,
): (row: Row) => T & Queue {
  const { furtherDevices } = campaign
  const isShared = furtherDevices.length > 0
  const isAway = (id: string) => others.get(id)?.deviceOfflineSince !== null
  const deviceOfflineSince = furtherDevices.every(isAway) ? campaign.deviceOfflineSince : null
  const beside = furtherDevices.flatMap((id) => others.get(id) ?? [])
  const own = { ...campaign, full: fullOf([campaign, ...beside], fullDay) }
  const undealt = isShared ? { ...own, limitedUntil: null, deviceOfflineSince } : own
  return ({ device_id, state }) =>
    device_id === null || (isShared && state === 'queued')
      ? undealt
      : { ...own, ...others.get(device_id) }
}

/** Of those that are not away, the one that goes on first. */
function fullOf(
  places: readonly DevicePlace[],
  fullDay: (place: DevicePlace) => FullDay | null,
): FullDay | null {
  const here = places.filter(({ deviceOfflineSince }) => deviceOfflineSince === null)
  const full = here.flatMap((place) => fullDay(place) ?? [])
  if (full.length < here.length) return null
  return full.sort((one, other) => one.at - other.at)[0] ?? null
}
