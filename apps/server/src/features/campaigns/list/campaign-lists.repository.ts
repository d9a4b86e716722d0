import type { CampaignGroup, CampaignSort } from '@kirim/contract/campaign-list'
import { type RawBuilder, sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import { fold, searchPatterns } from '../../../platform/search-text.ts'
import { openPeople } from '../campaign/campaign-state.ts'
import { type Campaign, selectCampaigns, toCampaign } from '../campaign/stored-campaign.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'

/** How long ended campaigns are still listed as current. */
const RECENTLY_ENDED_MS = 3_600_000

export interface CampaignFilter {
  readonly group: CampaignGroup | 'current' | null
  readonly q: string
  /** The time at which the list is read; decides which campaigns count as scheduled. */
  readonly now: number
}

export type GroupCounts = Partial<Record<CampaignGroup, number>>

function orderOf(sort: CampaignSort) {
  return {
    by: sort.replace('-', '') as 'newest' | 'name' | 'sent' | 'failed',
    descending: sort === 'newest' || sort.startsWith('-'),
  }
}

const sortedBy = {
  name: sql.ref<string>('campaigns.sort_key'),
  sent: sql<number>`(campaigns.delivered + campaigns.read)`,
  failed: sql.ref<number>('campaigns.failed'),
} as const

/** Whether a list of current campaigns is sorted by urgency, then newest first. */
export function isByUrgency({ group }: Pick<CampaignFilter, 'group'>, sort: CampaignSort): boolean {
  return group === 'current' && orderOf(sort).by === 'newest'
}

/** The position of a campaign in a sort order; the next page starts after it. */
export function placeOf(
  campaign: Campaign,
  sort: CampaignSort,
  filter: Pick<CampaignFilter, 'group'>,
): readonly (string | number)[] {
  const { by } = orderOf(sort)
  const { id, counts, sortKey } = campaign
  if (isByUrgency(filter, sort)) return [urgencyOf(campaign), id]
  if (by === 'newest') return [id]
  if (by === 'name') return [sortKey, id]
  return [by === 'sent' ? counts.delivered + counts.read : counts.failed, id]
}

/** The campaigns of a workspace whose numbers are seen, filtered and sorted, page by page. */
export function createCampaignListsRepository(db: Db, devices: Pick<CampaignDevices, 'rows'>) {
  /** Every word must occur in a campaign's name, its group or the name of its number. */
  async function conditionsOf(sight: Sight, { q }: CampaignFilter): Promise<RawBuilder<boolean>[]> {
    const words = q.split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const numbers = await db
      .selectFrom(devices.rows.as('device'))
      .select(['id', 'name'])
      .where('user_id', '=', sight.workspaceId)
      .$call(onlySeen(sight, 'id'))
      .execute()
    return words.map((word) => {
      const patterns = searchPatterns(word)
      const inText = patterns.map(
        (pattern) => sql<boolean>`campaigns.search_key like ${pattern} escape ${sql.lit('\\')}`,
      )
      const deviceIds = numbers
        .filter(({ name }) => fold(name).includes(fold(word)))
        .map(({ id }) => id)
      const onNumber =
        deviceIds.length > 0 ? [sql<boolean>`campaigns.device_id in (${sql.join(deviceIds)})`] : []
      const all = [...inText, ...onNumber]
      return all.length > 0 ? sql<boolean>`(${sql.join(all, sql` or `)})` : sql<boolean>`1 = 1`
    })
  }

  return {
    /** The campaigns after a position in the order (see `placeOf`). */
    async page(
      sight: Sight,
      filter: CampaignFilter,
      page: { sort: CampaignSort; after: readonly (string | number)[] | null; limit: number },
    ): Promise<Campaign[]> {
      const { descending } = orderOf(page.sort)
      const columns = columnsOf(filter, page.sort)
      const conditions = await conditionsOf(sight, filter)
      let query = selectCampaigns(db, devices)
        .where('campaigns.user_id', '=', sight.workspaceId)
        .$call(onlySeen(sight, 'campaigns.device_id'))
      if (filter.group !== null) query = query.where(inGroup(filter.group, filter.now))
      for (const condition of conditions) query = query.where(condition)
      for (const column of columns) query = query.orderBy(column, descending ? 'desc' : 'asc')
      if (page.after) {
        query = query.where(
          sql<boolean>`(${sql.join(columns)}) ${sql.raw(descending ? '<' : '>')} (${sql.join([...page.after])})`,
        )
      }
      return (await query.limit(page.limit).execute()).map(toCampaign)
    },

    /** The number of matching campaigns per group. */
    async counts(sight: Sight, filter: CampaignFilter): Promise<GroupCounts> {
      let query = db
        .selectFrom('campaigns')
        .innerJoin(devices.rows.as('device'), 'device.id', 'campaigns.device_id')
        .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
        .where('campaigns.erasing', '=', 0)
        .select((eb) => [
          groupAt(filter.now).as('group'),
          eb.fn.countAll<number | string>().as('n'),
        ])
        .where('campaigns.user_id', '=', sight.workspaceId)
        .$call(onlySeen(sight, 'campaigns.device_id'))
        .groupBy('group')
      for (const condition of await conditionsOf(sight, filter)) query = query.where(condition)
      const rows = await query.execute()
      return Object.fromEntries(rows.map(({ group, n }) => [group, Number(n)]))
    },
  }
}

export type CampaignListsRepository = ReturnType<typeof createCampaignListsRepository>

/** The group of a campaign, computed from its row the same way as its status. */
function groupAt(now: number): RawBuilder<CampaignGroup> {
  return sql<CampaignGroup>`case
    when campaigns.cancelled_at is not null then 'cancelled'
    when campaigns.queued + campaigns.held + campaigns.sending = 0 and freezes.campaign_id is null then case
      when campaigns.enabled = 0 and campaigns.sent + campaigns.delivered + campaigns.read
        + campaigns.failed + campaigns.skipped = 0 then 'draft'
      else 'completed' end
    when device.removed = 1 then 'cancelled'
    when campaigns.enabled = 1 then case
      when campaigns.scheduled_at > cast(${now} as bigint) then 'scheduled' else 'under_way' end
    when campaigns.paused_at is null and campaigns.held + campaigns.sending + campaigns.sent + campaigns.delivered
      + campaigns.read + campaigns.failed + campaigns.skipped = 0 then 'draft'
    else 'paused' end`
}

/** What a list is sorted by; see `placeOf`. */
function columnsOf(filter: CampaignFilter, sort: CampaignSort): RawBuilder<string | number>[] {
  const { by } = orderOf(sort)
  const id = sql.ref<string>('campaigns.id')
  if (isByUrgency(filter, sort)) return [urgencyAt(filter.now), id]
  return by === 'newest' ? [id] : [sortedBy[by], id]
}

/**
 * Campaigns that Kirim paused come first, then started, then waiting, then ended ones.
 */
function urgencyAt(now: number): RawBuilder<number> {
  return sql<number>`case when ${groupAt(now)} = 'paused' then 3
    when ${groupAt(now)} <> 'under_way' then 0
    when campaigns.started_at is null then 1 else 2 end`
}

/** Like `urgencyAt`, for a loaded campaign. */
function urgencyOf(campaign: Campaign): number {
  if (openPeople(campaign) === 0) return 0
  if (!campaign.enabled) return 3
  return campaign.startedAt === null ? 1 : 2
}

function inGroup(group: CampaignGroup | 'current', now: number): RawBuilder<boolean> {
  if (group !== 'current') return sql<boolean>`${groupAt(now)} = ${group}`
  return sql<boolean>`(${groupAt(now)} = 'under_way'
    or (${groupAt(now)} = 'paused' and campaigns.paused_by in ('failures', 'number_removed'))
    or (campaigns.ended_at > ${now - RECENTLY_ENDED_MS}
    and campaigns.queued + campaigns.held + campaigns.sending = 0 and freezes.campaign_id is null))`
}
