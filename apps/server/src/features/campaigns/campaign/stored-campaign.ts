import type { RecipientState } from '@kirim/contract/campaigns'
import type { MessageLanguage, OptOutLine } from '@kirim/contract/opt-out-line'
import type { ScheduleType } from '@kirim/contract/schedule'
import { chunks, type Db, flag } from '../../../platform/database/database.ts'
import { inIterations } from '../../../platform/in-iterations.ts'
import { searchableText, sortKey } from '../../../platform/search-text.ts'
import type { CampaignDevices, PaceColumns } from '../campaign-devices.ports.ts'
import type { StoredVariant } from './variants.ts'

export const FALLBACK_TIME_ZONE = 'UTC'

export type Counts = Readonly<Record<RecipientState, number>>

/** The texts; they are long, so they are read for one campaign at a time (`textsOf`). */
export interface CampaignTexts {
  readonly caption: string
  /** Further wordings, removed ones included. */
  readonly variants: readonly StoredVariant[]
}

/** The settings of a campaign. */
export interface CampaignSettings extends CampaignTexts {
  readonly name: string
  readonly enabled: boolean
  readonly enableLink: boolean
  readonly urlLink: string
  /** The language of greetings and dates. */
  readonly language: MessageLanguage
  readonly optOutLine: OptOutLine
  /** Devices that send it beside its own. */
  readonly furtherDevices: readonly string[]
  readonly groupId: string | null
  readonly groupName: string
  readonly scheduledAt: number | null
  readonly minIntervalSeconds: number
  readonly maxIntervalSeconds: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
}

/** All but its texts. */
const COLUMNS = [
  'campaigns.id',
  'campaigns.user_id as workspaceId',
  'campaigns.device_id as deviceId',
  'campaigns.name',
  'campaigns.enabled',
  'campaigns.enable_link as enableLink',
  'campaigns.url_link as urlLink',
  'campaigns.opt_out_line as optOutLine',
  'campaigns.language',
  'campaigns.further_devices as furtherDevices',
  'campaigns.group_id as groupId',
  'campaigns.group_name as groupName',
  'campaigns.scheduled_at as scheduledAt',
  'campaigns.min_interval_s as minIntervalSeconds',
  'campaigns.max_interval_s as maxIntervalSeconds',
  'campaigns.schedule_type as scheduleType',
  'campaigns.time_zone as timeZone',
  'campaigns.created_at as createdAt',
  // Increases with every edit.
  'campaigns.updated_at as updatedAt',
  'campaigns.paused_at as pausedAt',
  'campaigns.paused_by as pausedBy',
  // When the last recipient was settled; outdated while there are open ones again.
  'campaigns.ended_at as endedAt',
  // When it first wrote to somebody; null before, and where that is not known.
  'campaigns.started_at as startedAt',
  'campaigns.sort_key as sortKey',
  // When its owner cancelled it: people who waited count as skipped, even before they are moved.
  'campaigns.cancelled_at as cancelledAt',
  'campaigns.created_by as createdBy',
  'campaigns.stopped_by as stoppedBy',
  'campaigns.failures_in_row as failuresInARow',
  'campaigns.answered',
  'campaigns.queued',
  'campaigns.held',
  'campaigns.sending',
  'campaigns.sent',
  'campaigns.delivered',
  'campaigns.read',
  'campaigns.failed',
  'campaigns.skipped',
] as const

/** What a campaign says of a device that sends it; of a table that is called `device`. */
export const DEVICE_COLUMNS = [
  'device.name as deviceName',
  'device.number as deviceNumber',
  'device.removed as deviceRemoved',
  'device.logged_out as deviceUnlinked',
  'device.offline_since as deviceOfflineSince',
  'device.limited_until as limitedUntil',
  'device.limit_named as isLimitNamed',
  'device.daily_cap',
  'device.warm_up_from',
  'device.warm_up_start',
  'device.warm_up_step',
  'device.day_zone',
  'device.used_day',
  'device.used_count',
] as const

/** Campaigns with their number, except those that are being deleted. */
export function selectCampaigns(db: Db, { rows }: Pick<CampaignDevices, 'rows'>) {
  return db
    .selectFrom('campaigns')
    .innerJoin(rows.as('device'), 'device.id', 'campaigns.device_id')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .where('campaigns.erasing', '=', 0)
    .select([...COLUMNS, ...DEVICE_COLUMNS, 'freezes.campaign_id as freezing'])
}

/** A device as a campaign knows it. */
export interface DevicePlace {
  readonly deviceName: string
  readonly deviceNumber: string
  /** Its owner removed the number. */
  readonly deviceRemoved: boolean
  /** The network has unlinked the number, so a new scan is needed. */
  readonly deviceUnlinked: boolean
  /** Since when it is away; null while it is connected. */
  readonly deviceOfflineSince: number | null
  /** The end of its limit of new chats; null without one. */
  readonly limitedUntil: number | null
  /** The network itself has said until when; otherwise that is a guess. */
  readonly isLimitNamed: boolean
  /** How many people a day it may write to. */
  readonly pace: PaceColumns
}

type Stored<Place> = {
  readonly [Key in keyof Place]: Place[Key] extends boolean ? 0 | 1 : Place[Key]
}

export function toPlace(row: Stored<Omit<DevicePlace, 'pace'>> & PaceColumns): DevicePlace {
  return {
    deviceName: row.deviceName,
    deviceNumber: row.deviceNumber,
    deviceRemoved: row.deviceRemoved === 1,
    deviceUnlinked: row.deviceUnlinked === 1,
    deviceOfflineSince: row.deviceOfflineSince,
    limitedUntil: row.limitedUntil,
    isLimitNamed: row.isLimitNamed === 1,
    pace: row,
  }
}

type CampaignRow = Awaited<
  ReturnType<ReturnType<typeof selectCampaigns>['executeTakeFirstOrThrow']>
>

export function toCampaign(row: CampaignRow) {
  const { queued, held, sending, sent, delivered, read, failed, skipped, freezing, ...rest } = row
  const counts: Counts = { queued, held, sending, sent, delivered, read, failed, skipped }
  return {
    ...rest,
    ...toPlace(row),
    enabled: row.enabled === 1,
    enableLink: row.enableLink === 1,
    /** Devices that send it beside its own. */
    furtherDevices: JSON.parse(row.furtherDevices) as readonly string[],
    /** How `deviceId` sends it: it is the campaign's own, or one beside it, or takes nobody new. */
    runsOn: 'own' as 'own' | 'further' | 'leaving',
    counts: row.cancelledAt === null ? counts : endedCounts(counts),
    /** Its people are still being frozen, so nothing is sent yet. */
    preparing: freezing !== null,
  }
}

function endedCounts(counts: Counts): Counts {
  return { ...counts, queued: 0, held: 0, skipped: counts.skipped + counts.queued + counts.held }
}

export type Campaign = Readonly<Omit<ReturnType<typeof toCampaign>, keyof PaceColumns>>

export function toColumns(settings: CampaignSettings, now: number) {
  return {
    name: settings.name,
    enabled: flag(settings.enabled),
    enable_link: flag(settings.enableLink),
    url_link: settings.urlLink,
    caption: settings.caption,
    variants: JSON.stringify(settings.variants),
    language: settings.language,
    opt_out_line: settings.optOutLine,
    further_devices: JSON.stringify(settings.furtherDevices),
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

/** On SQLite a row takes up to 0.05 ms, because its texts lie between the columns read. */
export const READ_AT_ONCE = 100

/** Reads many campaigns by their ids, yielding to the event loop before each part. */
export function campaignsInParts<Result>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  return inIterations(chunks(ids, READ_AT_ONCE), read)
}
