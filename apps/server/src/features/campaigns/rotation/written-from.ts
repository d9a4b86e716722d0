import type { LedgerDeps } from '../campaigns.ports.ts'
import type { Campaign } from '../stored-campaign.ts'
import { createCampaignDevicesRepository, type DevicePlace } from './campaign-devices.repository.ts'

interface Row {
  readonly device_id: string | null
  readonly state: string
}

/**
 * For rows of a campaign's ledger, the campaign with the device that each is written from. Whoever
 * waits for the first of several devices waits for one that is away only while all are.
 */
export async function writtenFrom(
  { db, devices }: Pick<LedgerDeps, 'db' | 'devices'>,
  campaign: Campaign,
  rows: readonly Row[],
): Promise<(row: Row) => Campaign> {
  const { deviceId, furtherDevices } = campaign
  const ids = new Set([...furtherDevices, ...rows.flatMap(({ device_id }) => device_id ?? [])])
  ids.delete(deviceId)
  const others = await createCampaignDevicesRepository(db, devices).placesOf([...ids])
  return placeAmong(campaign, others)
}

/** The same, with the places of all other devices at hand. */
export function placeAmong<T extends Pick<Campaign, 'furtherDevices'> & DevicePlace>(
  campaign: T,
  others: ReadonlyMap<string, DevicePlace>,
): (row: Row) => T {
  const { furtherDevices } = campaign
  const isShared = furtherDevices.length > 0
  const isAway = (id: string) => others.get(id)?.deviceOfflineSince !== null
  const deviceOfflineSince = furtherDevices.every(isAway) ? campaign.deviceOfflineSince : null
  const undealt = isShared ? { ...campaign, limitedUntil: null, deviceOfflineSince } : campaign
  return ({ device_id, state }) =>
    device_id === null || (isShared && state === 'queued')
      ? undealt
      : { ...campaign, ...others.get(device_id) }
}
