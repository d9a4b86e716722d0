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

/** What people are sent. It is long, so it is read of one campaign at a time (`textsOf`). */
export interface CampaignTexts {
  readonly caption: string
  /** Further wordings, removed ones included. */
  readonly variants: readonly StoredVariant[]
}

/** What its owner sets. */
export interface CampaignSettings extends CampaignTexts {
  readonly name: string
  readonly enabled: boolean
  readonly enableLink: boolean
  readonly urlLink: string
  /** Of greetings and names of days. */
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

export interface Campaign extends Omit<CampaignSettings, keyof CampaignTexts> {
  readonly id: string
  readonly userId: string
  readonly deviceId: string
  /**
   * How `deviceId` sends it: it is the campaign's own, or one beside it, or takes nobody new.
   */
  readonly runsOn: 'own' | 'further' | 'leaving'
  readonly deviceName: string
  readonly deviceNumber: string
  /** Its owner removed the number. */
  readonly deviceRemoved: boolean
  /** The network has unlinked the number, so a new scan is needed. */
  readonly deviceUnlinked: boolean
  /** Since when its number is away; null while it is connected. */
  readonly deviceOfflineSince: number | null
  /** Until then the network lets its number write to nobody new; null without a limit. */
  readonly limitedUntil: number | null
  /** The network itself has said until when; else that is a guess. */
  readonly isLimitNamed: boolean
  /** How many people a day its number may write to. */
  readonly pace: PaceColumns
  readonly createdAt: number
  /** Increases with every edit. */
  readonly updatedAt: number
  readonly pausedAt: number | null
  readonly pausedBy: 'owner' | 'number_removed' | 'failures' | null
  /** When its owner ended it: whoever waited then counts as skipped, moved yet or not. */
  readonly cancelledAt: number | null
  readonly failuresInARow: number
  readonly answered: number
  /** When the last recipient was settled; outdated while there are open ones again. */
  readonly endedAt: number | null
  /** When it first wrote to somebody; null before, and where nobody remembers. */
  readonly startedAt: number | null
  readonly sortKey: string
  readonly counts: Counts
  /** Its people are still being frozen, so nothing is sent yet. */
  readonly preparing: boolean
}

/** All but its texts. */
const COLUMNS = [
  'campaigns.id',
  'campaigns.user_id',
  'campaigns.device_id',
  'campaigns.name',
  'campaigns.enabled',
  'campaigns.enable_link',
  'campaigns.url_link',
  'campaigns.opt_out_line',
  'campaigns.language',
  'campaigns.further_devices',
  'campaigns.group_id',
  'campaigns.group_name',
  'campaigns.scheduled_at',
  'campaigns.min_interval_s',
  'campaigns.max_interval_s',
  'campaigns.schedule_type',
  'campaigns.time_zone',
  'campaigns.created_at',
  'campaigns.updated_at',
  'campaigns.paused_at',
  'campaigns.paused_by',
  'campaigns.ended_at',
  'campaigns.started_at',
  'campaigns.sort_key',
  'campaigns.cancelled_at',
  'campaigns.failures_in_row',
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

/** Campaigns with their number, except those that are being deleted. */
export function selectCampaigns(db: Db, { rows }: Pick<CampaignDevices, 'rows'>) {
  return db
    .selectFrom('campaigns')
    .innerJoin(rows.as('device'), 'device.id', 'campaigns.device_id')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .where('campaigns.erasing', '=', 0)
    .select([
      ...COLUMNS,
      'device.name as device_name',
      'device.number as device_number',
      'device.logged_out as device_logged_out',
      'freezes.campaign_id as freezing',
      'device.removed as device_removed',
      'device.offline_since as device_offline_since',
      'device.limited_until as device_limited_until',
      'device.limit_named as device_limit_named',
      ...PACE_COLUMNS,
    ])
}

/** Of a table that is called `device`. */
export const PACE_COLUMNS = [
  'device.daily_cap',
  'device.warm_up_from',
  'device.warm_up_start',
  'device.warm_up_step',
  'device.day_zone',
  'device.used_day',
  'device.used_count',
] as const

export function paceOf(row: PaceColumns): PaceColumns {
  return {
    daily_cap: row.daily_cap,
    warm_up_from: row.warm_up_from,
    warm_up_start: row.warm_up_start,
    warm_up_step: row.warm_up_step,
    day_zone: row.day_zone,
    used_day: row.used_day,
    used_count: row.used_count,
  }
}

type CampaignRow = Awaited<
  ReturnType<ReturnType<typeof selectCampaigns>['executeTakeFirstOrThrow']>
>

export function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    userId: row.user_id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceNumber: row.device_number,
    deviceRemoved: row.device_removed === 1,
    deviceUnlinked: row.device_logged_out === 1,
    deviceOfflineSince: row.device_offline_since,
    limitedUntil: row.device_limited_until,
    isLimitNamed: row.device_limit_named === 1,
    pace: paceOf(row),
    name: row.name,
    enabled: row.enabled === 1,
    enableLink: row.enable_link === 1,
    urlLink: row.url_link,
    language: row.language,
    optOutLine: row.opt_out_line,
    furtherDevices: JSON.parse(row.further_devices) as string[],
    runsOn: 'own',
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
    startedAt: row.started_at,
    sortKey: row.sort_key,
    cancelledAt: row.cancelled_at,
    failuresInARow: row.failures_in_row,
    answered: row.answered,
    counts: countsOf(row),
    preparing: row.freezing !== null,
  }
}

function countsOf(row: CampaignRow): Counts {
  const { queued, held, sending, sent, delivered, read, failed, skipped } = row
  const counts = { queued, held, sending, sent, delivered, read, failed, skipped }
  if (row.cancelled_at === null) return counts
  return { ...counts, queued: 0, held: 0, skipped: skipped + queued + held }
}

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

/** On SQLite each takes up to 0.05 ms, as its texts stand between the columns that are read. */
export const READ_AT_ONCE = 100

/** Reads many campaigns by their ids; others are served before each part. */
export function campaignsInParts<Result>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  return inIterations(chunks(ids, READ_AT_ONCE), read)
}
