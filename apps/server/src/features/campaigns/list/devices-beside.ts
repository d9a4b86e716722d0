import type { Db } from '../../../platform/database/database.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import { type BegunByDevice, begunPeople } from '../people/begun-people.repository.ts'
import {
  createCampaignDevicesRepository,
  type DevicePlace,
} from '../rotation/campaign-devices.repository.ts'
import type { Campaign } from '../stored-campaign.ts'

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
