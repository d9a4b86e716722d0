import { type RawBuilder, sql } from 'kysely'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'
import { createCampaignDevicesRepository, heldOn } from './campaign-devices.repository.ts'
import type { stateColumns } from './campaign-state.ts'
import {
  type Campaign,
  type CampaignSettings,
  type CampaignTexts,
  campaignsInParts,
  selectCampaigns,
  toCampaign,
  toColumns,
} from './stored-campaign.ts'
import { readVariants } from './variants.ts'

/**
 * Locks the campaign's recipients until the transaction ends. Every writer locks the campaign's row
 * first, as an edit does; any other order could deadlock.
 */
export async function lockCampaign(tx: Db, campaignId: string): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', campaignId)
    .execute()
}

export interface AttachedMedia {
  readonly mediaId: string
  /** Uploaded with the form, not chosen from the library. */
  readonly uploaded: boolean
}

interface NewRow {
  readonly id: string
  readonly workspaceId: string
  readonly deviceId: string
  readonly createdBy?: string
  readonly now: number
}

export function createCampaignsRepository(db: Db, devices: Pick<CampaignDevices, 'rows'>) {
  return {
    async find(workspaceId: string, deviceId: string, id: string): Promise<Campaign | null> {
      const row = await selectCampaigns(db, devices)
        .where('campaigns.user_id', '=', workspaceId)
        .where('campaigns.device_id', '=', deviceId)
        .where('campaigns.id', '=', id)
        .executeTakeFirst()
      return row ? toCampaign(row) : null
    },

    async findById(id: string): Promise<Campaign | null> {
      const row = await selectCampaigns(db, devices)
        .where('campaigns.id', '=', id)
        .executeTakeFirst()
      return row ? toCampaign(row) : null
    },

    /** Leaves out those that do not exist. */
    async some(ids: readonly string[]): Promise<Campaign[]> {
      const rows = await selectCampaigns(db, devices).where('campaigns.id', 'in', ids).execute()
      return rows.map(toCampaign)
    },

    /** Null when the campaign is gone. */
    async textsOf(id: string): Promise<CampaignTexts | null> {
      const row = await db
        .selectFrom('campaigns')
        .select(['caption', 'variants'])
        .where('id', '=', id)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      return row ? { caption: row.caption, variants: readVariants(row.variants) } : null
    },

    /**
     * Running campaigns of a device with open recipients, and cancelled ones while one of their
     * people is being written to.
     */
    async listOpen(deviceId: string): Promise<Campaign[]> {
      const rows = await db
        .selectFrom('campaigns')
        .select('id')
        .where('device_id', '=', deviceId)
        .where((eb) => eb.or([eb('enabled', '=', 1), eb('cancelled_at', 'is not', null)]))
        .execute()
      const own = await campaignsInParts(
        rows.map(({ id }) => id),
        (ids) => isOpen(selectCampaigns(db, devices)).where('campaigns.id', 'in', ids).execute(),
      )
      const further = await createCampaignDevicesRepository(db, devices).listOn(deviceId, isOpen)
      return [...own.flat().map(toCampaign), ...further]
    },

    /** How many people wait until this device may begin new chats, of campaigns that are on. */
    heldOn: (deviceId: string) => heldOn(db, deviceId),

    async insert(
      campaign: NewRow,
      settings: CampaignSettings,
      media: readonly AttachedMedia[],
    ): Promise<void> {
      await db
        .insertInto('campaigns')
        .values({
          id: campaign.id,
          user_id: campaign.workspaceId,
          device_id: campaign.deviceId,
          created_at: campaign.now,
          created_by: campaign.createdBy ?? null,
          ...toColumns(settings, campaign.now),
          queued: 0,
          sending: 0,
          sent: 0,
          delivered: 0,
          read: 0,
          failed: 0,
          skipped: 0,
          erasing: 0,
        })
        .execute()
      const rooms = createCampaignDevicesRepository(db, devices)
      await rooms.replace(campaign.id, settings.furtherDevices)
      await insertMedia(db, campaign.id, media)
    },

    /** Updates everything but `enabled`. False when the campaign is gone. */
    async update(id: string, settings: CampaignSettings, now: number): Promise<boolean> {
      const { enabled: _on, ...columns } = toColumns(settings, now)
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set({ ...columns, updated_at: laterThan(now) })
        .where('id', '=', id)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) {
        const rooms = createCampaignDevicesRepository(db, devices)
        await rooms.replace(id, settings.furtherDevices)
      }
      return numUpdatedRows > 0n
    },

    /** Moves it to the end of its device's queue. */
    async joinQueueAgain(id: string, now: number): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ scheduled_at: now, updated_at: laterThan(now) })
        .where('id', '=', id)
        .execute()
    },

    /** Columns of `stateColumns`. */
    async writeState(id: string, columns: ReturnType<typeof stateColumns>): Promise<void> {
      await db.updateTable('campaigns').set(columns).where('id', '=', id).execute()
    },

    async mediaOf(campaignId: string): Promise<AttachedMedia[]> {
      const rows = await db
        .selectFrom('campaign_media')
        .select(['media_id', 'uploaded'])
        .where('campaign_id', '=', campaignId)
        .orderBy('position')
        .execute()
      return rows.map((row) => ({ mediaId: row.media_id, uploaded: row.uploaded === 1 }))
    },

    /** The campaigns among these that have files. */
    async withMediaAmong(campaignIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (campaignIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('campaign_media')
        .select('campaign_id')
        .where('campaign_id', 'in', campaignIds)
        .execute()
      return new Set(rows.map(({ campaign_id }) => campaign_id))
    },

    async replaceMedia(campaignId: string, media: readonly AttachedMedia[]): Promise<void> {
      await db.deleteFrom('campaign_media').where('campaign_id', '=', campaignId).execute()
      await insertMedia(db, campaignId, media)
    },

    /** Campaigns of a group that is being deleted keep their people. */
    async forgetGroup(groupId: string): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ group_id: null })
        .where('group_id', '=', groupId)
        .execute()
    },

    /** The campaigns of a device that are on. */
    async onOfDevice(deviceId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('campaigns')
        .select('id')
        .where('device_id', '=', deviceId)
        .where('enabled', '=', 1)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

export type CampaignsRepository = ReturnType<typeof createCampaignsRepository>

/** Edits within one millisecond, or after the clock was set back, get different versions, too. */
function laterThan(now: number): RawBuilder<number> {
  return sql<number>`case when updated_at < cast(${now} as bigint) then cast(${now} as bigint)
    else updated_at + 1 end`
}

/** See `listOpen`. */
function isOpen(query: ReturnType<typeof selectCampaigns>) {
  return query
    .where((eb) =>
      eb.or([
        eb.and([
          eb('campaigns.enabled', '=', 1),
          eb.or([
            eb('campaigns.queued', '>', 0),
            eb('campaigns.held', '>', 0),
            eb('campaigns.sending', '>', 0),
          ]),
        ]),
        eb.and([eb('campaigns.cancelled_at', 'is not', null), eb('campaigns.sending', '>', 0)]),
      ]),
    )
    .where('freezes.campaign_id', 'is', null)
}

async function insertMedia(
  db: Db,
  campaignId: string,
  media: readonly AttachedMedia[],
): Promise<void> {
  if (media.length === 0) return
  await db
    .insertInto('campaign_media')
    .values(
      media.map(({ mediaId, uploaded }, position) => ({
        campaign_id: campaignId,
        position,
        media_id: mediaId,
        uploaded: flag(uploaded),
      })),
    )
    .execute()
}
