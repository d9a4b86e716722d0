import { type Sight, seesNumber } from '../../../platform/caller.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import {
  type Campaign,
  campaignsInParts,
  DEVICE_COLUMNS,
  type DevicePlace,
  selectCampaigns,
  toCampaign,
  toPlace,
} from './stored-campaign.ts'

/** Devices that send a campaign beside its own. */
export function createCampaignDevicesRepository(db: Db, devices: Pick<CampaignDevices, 'rows'>) {
  /** Campaigns that this device sends or finishes beside their own device; true while it sends. */
  async function idsOf(deviceId: string): Promise<ReadonlyMap<string, boolean>> {
    const rows = await db
      .selectFrom('campaign_devices')
      .select(['campaign_id', 'active'])
      .where('device_id', '=', deviceId)
      .execute()
    return new Map(rows.map(({ campaign_id, active }) => [campaign_id, active === 1]))
  }

  /** By device id; includes removed devices. */
  async function placesOf(ids: readonly string[]): Promise<ReadonlyMap<string, DevicePlace>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom(devices.rows.as('device'))
      .select(['device.id', ...DEVICE_COLUMNS])
      .where('device.id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, toPlace(row)]))
  }

  async function put(campaign_id: string, device_id: string, isActive: boolean): Promise<void> {
    const active = flag(isActive)
    await db
      .insertInto('campaign_devices')
      .values({ campaign_id, device_id, active })
      .onConflict((conflict) =>
        conflict.columns(['campaign_id', 'device_id']).doUpdateSet({ active }),
      )
      .execute()
  }

  return {
    idsOf,

    /** The open ones of these campaigns, as this device sends them. */
    async listOn(
      deviceId: string,
      isOpen: (query: ReturnType<typeof selectCampaigns>) => ReturnType<typeof selectCampaigns>,
    ): Promise<Campaign[]> {
      const ids = await idsOf(deviceId)
      if (ids.size === 0) return []
      const place = (await placesOf([deviceId])).get(deviceId)
      if (!place) return []
      const rows = await campaignsInParts([...ids.keys()], (some) =>
        isOpen(selectCampaigns(db, devices)).where('campaigns.id', 'in', some).execute(),
      )
      return rows.flat().map((row) => ({
        ...toCampaign(row),
        deviceId,
        ...place,
        runsOn: ids.get(row.id) ? ('further' as const) : ('leaving' as const),
      }))
    },

    placesOf,

    /**
     * Sets which devices send a campaign beside its own. One that is taken out finishes the people
     * it has started and takes nobody new.
     */
    async replace(campaignId: string, deviceIds: readonly string[]): Promise<void> {
      await db
        .updateTable('campaign_devices')
        .set({ active: flag(false) })
        .where('campaign_id', '=', campaignId)
        .execute()
      for (const deviceId of deviceIds) await put(campaignId, deviceId, true)
    },

    /** It finishes the people it has started, and takes nobody new. */
    keepLeaving: (campaignId: string, deviceId: string) => put(campaignId, deviceId, false),

    async forget(campaignId: string, deviceId: string): Promise<void> {
      await db
        .deleteFrom('campaign_devices')
        .where('campaign_id', '=', campaignId)
        .where('device_id', '=', deviceId)
        .execute()
    },
  }
}

/**
 * How many people of running campaigns wait until this device may begin new chats: all held people
 * of campaigns that it sends alone, and its own held people of shared ones.
 */
export async function heldOn(db: Db, deviceId: string): Promise<number> {
  const open = await db
    .selectFrom('campaigns')
    .select(['id', 'device_id', 'held'])
    .where('enabled', '=', 1)
    .where('cancelled_at', 'is', null)
    .where('held', '>', 0)
    .where((eb) =>
      eb.or([
        eb('device_id', '=', deviceId),
        eb('id', 'in', (sub) =>
          sub
            .selectFrom('campaign_devices')
            .select('campaign_id')
            .where('campaign_devices.device_id', '=', deviceId),
        ),
      ]),
    )
    .execute()
  const ids = open.map(({ id }) => id)
  if (ids.length === 0) return 0
  const rows = await db
    .selectFrom('campaign_devices')
    .select('campaign_id')
    .where('campaign_id', 'in', ids)
    .execute()
  const shared = new Set(rows.map(({ campaign_id }) => campaign_id))
  const alone = open.filter(({ id }) => !shared.has(id)).reduce((sum, { held }) => sum + held, 0)
  return shared.size === 0 ? alone : alone + (await heldBy(db, deviceId, [...shared]))
}

/** People held for no device in particular wait for the campaign's own. */
async function heldBy(db: Db, deviceId: string, campaignIds: readonly string[]): Promise<number> {
  const { held } = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(({ fn }) => fn.countAll<number | string>().as('held'))
    .where('recipients.campaign_id', 'in', campaignIds)
    .where('recipients.state', '=', 'held')
    .where((eb) => eb(eb.fn.coalesce('recipients.device_id', 'campaigns.device_id'), '=', deviceId))
    .executeTakeFirstOrThrow()
  return Number(held)
}

/**
 * The devices that a form names beside the campaign's own, or those of the campaign it changes.
 * Those that are not seen stay as they are. Throws `device_not_found` for one that is not listed,
 * or not seen.
 */
export async function furtherDevicesOf(
  { devices }: Pick<LedgerDeps, 'devices'>,
  sight: Sight,
  deviceId: string,
  { alsoFrom }: { readonly alsoFrom?: readonly string[] | undefined },
  before: Campaign | null,
): Promise<readonly string[]> {
  const present = before?.furtherDevices ?? []
  if (!alsoFrom) return present
  const others = [...new Set(alsoFrom)].filter((id) => id !== deviceId)
  for (const id of others) {
    if (!seesNumber(sight, id) || !(await devices.isListed(sight.workspaceId, id))) {
      throw new DomainError('device_not_found')
    }
  }
  return [...others, ...present.filter((id) => !seesNumber(sight, id))]
}
