import type { RecipientState } from '@kirim/contract/campaigns'
import type { ScheduleType } from '@kirim/contract/schedule'
import type { ExpressionBuilder } from 'kysely'
import { type Db, flag } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { searchableText, sortKey } from '../../platform/search-text.ts'
import type { LedgerOutgoing } from './campaigns.ports.ts'
import { holdCampaign } from './recipient-moves.ts'

/** Rows with their messages; a transaction of so many takes some hundredths of a second at most. */
const ERASED_AT_ONCE = 250

export type Counts = Readonly<Record<RecipientState, number>>

/** What its owner sets. */
export interface CampaignSettings {
  readonly name: string
  readonly enabled: boolean
  readonly enableLink: boolean
  readonly urlLink: string
  readonly caption: string
  readonly groupId: string | null
  readonly groupName: string
  readonly scheduledAt: number | null
  readonly minIntervalSeconds: number
  readonly maxIntervalSeconds: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
}

export interface Campaign extends CampaignSettings {
  readonly id: string
  readonly userId: string
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceNumber: string
  /** Its owner took the number off the list. */
  readonly deviceRemoved: boolean
  /** The network has unlinked the number; only a new scan helps. */
  readonly deviceUnlinked: boolean
  readonly createdAt: number
  /** Grows with every edit. */
  readonly updatedAt: number
  readonly pausedAt: number | null
  readonly pausedBy: 'owner' | 'number_removed' | null
  /** When the last of its people was settled; out of date while there are open ones. */
  readonly endedAt: number | null
  readonly sortKey: string
  readonly counts: Counts
  /** Its people are still being frozen: nothing is sent yet. */
  readonly preparing: boolean
}

export interface AttachedMedia {
  readonly mediaId: string
  /** Came as the form's uploaded file, not from the library. */
  readonly uploaded: boolean
}

export function createCampaignsRepository(db: Db) {
  return {
    async find(userId: string, deviceId: string, id: string): Promise<Campaign | null> {
      const row = await selectCampaigns(db)
        .where('campaigns.user_id', '=', userId)
        .where('campaigns.device_id', '=', deviceId)
        .where('campaigns.id', '=', id)
        .executeTakeFirst()
      return row ? toCampaign(row) : null
    },

    async findById(id: string): Promise<Campaign | null> {
      const row = await selectCampaigns(db).where('campaigns.id', '=', id).executeTakeFirst()
      return row ? toCampaign(row) : null
    },

    async list(userId: string): Promise<Campaign[]> {
      const rows = await selectCampaigns(db)
        .where('campaigns.user_id', '=', userId)
        .orderBy('campaigns.id', 'desc')
        .execute()
      return rows.map(toCampaign)
    },

    /** Enabled campaigns of a device that still have somebody to write to. */
    async listOpen(deviceId: string): Promise<Campaign[]> {
      const rows = await selectCampaigns(db)
        .where('campaigns.device_id', '=', deviceId)
        .where('campaigns.enabled', '=', 1)
        .where((eb) => eb.or([eb('campaigns.queued', '>', 0), eb('campaigns.sending', '>', 0)]))
        .where('freezes.campaign_id', 'is', null)
        .execute()
      return rows.map(toCampaign)
    },

    async insert(
      campaign: { id: string; userId: string; deviceId: string; now: number },
      settings: CampaignSettings,
      media: readonly AttachedMedia[],
    ): Promise<void> {
      await db
        .insertInto('campaigns')
        .values({
          id: campaign.id,
          user_id: campaign.userId,
          device_id: campaign.deviceId,
          created_at: campaign.now,
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
      await insertMedia(db, campaign.id, media)
    },

    /** False when the campaign is gone. */
    async update(id: string, settings: CampaignSettings, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set((eb) => ({
          ...toColumns(settings, now),
          // Two edits of one millisecond, or behind a clock that was set back, are two.
          updated_at: eb
            .case()
            .when('updated_at', '<', now)
            .then(now)
            .else(eb('updated_at', '+', 1))
            .end(),
          ...(settings.enabled ? notPaused : pausedBy(eb, 'owner', now)),
        }))
        .where('id', '=', id)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Lets it send, or not; what is sent already stays as it is. */
    async setEnabled(id: string, enabled: boolean, now: number): Promise<void> {
      await db
        .updateTable('campaigns')
        .set((eb) => ({
          enabled: flag(enabled),
          ...(enabled ? notPaused : pausedBy(eb, 'owner', now)),
        }))
        .where('id', '=', id)
        .execute()
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

    async replaceMedia(campaignId: string, media: readonly AttachedMedia[]): Promise<void> {
      await db.deleteFrom('campaign_media').where('campaign_id', '=', campaignId).execute()
      await insertMedia(db, campaignId, media)
    },

    /** From here on it is gone for its owner and sends nothing; `eraseStep` removes its rows. */
    async hide(id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('campaigns')
          .set({ erasing: 1, enabled: 0 })
          .where('id', '=', id)
          .execute()
        await tx.deleteFrom('freezes').where('campaign_id', '=', id).execute()
      })
    },

    /**
     * Erases some rows of a hidden campaign, itself with the last ones. False when nothing is left.
     */
    eraseStep(id: string, outgoing: LedgerOutgoing): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await holdCampaign(tx, id)
        const people = await tx
          .selectFrom('recipients')
          .select('id')
          .where('campaign_id', '=', id)
          .limit(ERASED_AT_ONCE)
          .execute()
        const ids = people.map((person) => person.id)
        await outgoing.forget(tx, 'campaign', ids)
        if (ids.length > 0) await tx.deleteFrom('recipients').where('id', 'in', ids).execute()
        if (ids.length === ERASED_AT_ONCE) return true
        await tx.deleteFrom('campaigns').where('id', '=', id).where('erasing', '=', 1).execute()
        return false
      })
    },

    /** Hidden campaigns with rows left, and those whose people are still being frozen. */
    async unfinished(): Promise<{ erasing: string[]; freezing: string[] }> {
      const erasing = await db
        .selectFrom('campaigns')
        .select('id')
        .where('erasing', '=', 1)
        .execute()
      const freezing = await db.selectFrom('freezes').select('campaign_id').execute()
      return {
        erasing: erasing.map((row) => row.id),
        freezing: freezing.map((row) => row.campaign_id),
      }
    },

    /** Switches off whatever would still send from a device. Returns the campaigns it touched. */
    async disableOfDevice(deviceId: string, now: number): Promise<string[]> {
      const rows = await db
        .updateTable('campaigns')
        .set((eb) => ({ enabled: 0 as const, ...pausedBy(eb, 'number_removed', now) }))
        .where('device_id', '=', deviceId)
        .where('enabled', '=', 1)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },

    async findDevice(userId: string, deviceId: string): Promise<{ id: string } | null> {
      const row = await db
        .selectFrom('devices')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', deviceId)
        .where('removed', '=', 0)
        .executeTakeFirst()
      return row ?? null
    },

    async findGroup(
      userId: string,
      groupId: string,
    ): Promise<{ id: string; name: string; size: number } | null> {
      const row = await db
        .selectFrom('contact_groups')
        .select(['id', 'name', 'contact_count as size'])
        .where('user_id', '=', userId)
        .where('id', '=', groupId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      return row ?? null
    },
  }
}

export type CampaignsRepository = ReturnType<typeof createCampaignsRepository>

const notPaused = { paused_at: null, paused_by: null }

/** Since when and by whom it is switched off; one that is off already keeps what it has. */
function pausedBy(
  eb: ExpressionBuilder<Schema, 'campaigns'>,
  who: 'owner' | 'number_removed',
  now: number,
) {
  const isOn = eb('enabled', '=', 1)
  return {
    paused_at: eb.case().when(isOn).then(now).else(eb.ref('paused_at')).end(),
    paused_by: eb.case().when(isOn).then(who).else(eb.ref('paused_by')).end(),
  }
}

export function selectCampaigns(db: Db) {
  return db
    .selectFrom('campaigns')
    .innerJoin('devices', 'devices.id', 'campaigns.device_id')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .where('campaigns.erasing', '=', 0)
    .selectAll('campaigns')
    .select([
      'devices.name as device_name',
      'devices.number as device_number',
      'devices.logged_out as device_logged_out',
      'freezes.campaign_id as freezing',
      'devices.removed as device_removed',
    ])
}

type CampaignRow = Awaited<
  ReturnType<ReturnType<typeof selectCampaigns>['executeTakeFirstOrThrow']>
>

export function toCampaign(row: CampaignRow): Campaign {
  const { queued, sending, sent, delivered, read, failed, skipped } = row
  return {
    id: row.id,
    userId: row.user_id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceNumber: row.device_number,
    deviceRemoved: row.device_removed === 1,
    deviceUnlinked: row.device_logged_out === 1,
    name: row.name,
    enabled: row.enabled === 1,
    enableLink: row.enable_link === 1,
    urlLink: row.url_link,
    caption: row.caption,
    groupId: row.group_id,
    groupName: row.group_name,
    scheduledAt: row.scheduled_at,
    minIntervalSeconds: row.min_interval_s,
    maxIntervalSeconds: row.max_interval_s,
    scheduleType: row.schedule_type,
    timeZone: row.time_zone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pausedAt: row.paused_at,
    pausedBy: row.paused_by,
    endedAt: row.ended_at,
    sortKey: row.sort_key,
    counts: { queued, sending, sent, delivered, read, failed, skipped },
    preparing: row.freezing !== null,
  }
}

function toColumns(settings: CampaignSettings, now: number) {
  return {
    name: settings.name,
    enabled: flag(settings.enabled),
    enable_link: flag(settings.enableLink),
    url_link: settings.urlLink,
    caption: settings.caption,
    group_id: settings.groupId,
    group_name: settings.groupName,
    scheduled_at: settings.scheduledAt,
    min_interval_s: settings.minIntervalSeconds,
    max_interval_s: settings.maxIntervalSeconds,
    schedule_type: settings.scheduleType,
    time_zone: settings.timeZone,
    updated_at: now,
    search_key: searchableText(settings.name, settings.groupName),
    sort_key: sortKey(settings.name),
  }
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
