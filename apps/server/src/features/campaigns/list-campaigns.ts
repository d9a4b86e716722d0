import { setImmediate } from 'node:timers/promises'
import type {
  BulkCampaignSummary,
  bulkCampaignSummary,
  CampaignSort,
} from '@kirim/contract/analytics'
import type { QueryOf } from '@kirim/contract/call'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  type CampaignFilter,
  type CampaignListsRepository,
  type GroupCounts,
  placeOf,
} from './campaign-lists.repository.ts'
import { progressOf, type Turns } from './campaign-progress.ts'
import type { Campaign } from './campaigns.repository.ts'

/** Rows read at a stretch when all are asked for: short enough for others to be served between. */
const ROWS_AT_ONCE = 500

export type CampaignQuestion = QueryOf<typeof bulkCampaignSummary>

interface ListDeps {
  readonly lists: CampaignListsRepository
  readonly turns: Turns
  readonly clock: Clock
}

export interface ListedCampaigns {
  readonly campaigns: BulkCampaignSummary[]
  /** Of those found, by group; only when a limit was given. */
  readonly counts: GroupCounts | null
  readonly total: number | null
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
}

/**
 * A user's bulk campaigns, newest first unless sorted otherwise: one page when there is a limit, else
 * all of them. A page starts after the place of the last campaign before it, as that was then.
 * Throws `malformed_request` for a cursor that no page of the order gave.
 */
export async function listCampaigns(
  deps: ListDeps,
  userId: string,
  question: CampaignQuestion,
): Promise<ListedCampaigns> {
  const now = deps.clock.now()
  const filter = { group: question.status ?? null, q: question.q ?? '', now }
  const sort = question.sort ?? 'newest'
  const after = placeIn(sort, question.cursor || null)
  const present = (campaign: Campaign) => summaryOf(campaign, deps.turns, now)
  if (question.limit === undefined) {
    const all = await readAll(deps.lists, userId, filter, sort, after)
    return { campaigns: all.map(present), counts: null, total: null, next: null }
  }
  const rows = await deps.lists.page(userId, filter, { sort, after, limit: question.limit + 1 })
  const page = rows.slice(0, question.limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  const counts = await deps.lists.counts(userId, filter)
  return {
    campaigns: page.map(present),
    counts,
    total: totalIn(counts, filter),
    next: last ? placeOf(last, sort).join(SEPARATOR) : null,
  }
}

function summaryOf(campaign: Campaign, turns: Turns, now: number): BulkCampaignSummary {
  return {
    ...progressOf(campaign, turns, now),
    name: campaign.name,
    deviceName: campaign.deviceName,
    groupName: campaign.groupName,
  }
}

/** Null for the current ones, which are no group of their own. */
function totalIn(counts: GroupCounts, { group }: CampaignFilter): number | null {
  if (group === 'current') return null
  if (group !== null) return counts[group] ?? 0
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const SEPARATOR = '.'

function placeIn(sort: CampaignSort, cursor: string | null): readonly (string | number)[] | null {
  if (cursor === null) return null
  const [first = '', second, ...rest] = cursor.split(SEPARATOR)
  if (rest.length > 0 || (second === undefined) !== (sort === 'newest')) throw unreadable()
  if (![first, second ?? ''].every((part) => /^[\da-f-]*$/.test(part))) throw unreadable()
  if (second === undefined) return [first]
  if (sort === 'name' || sort === '-name') return [first, second]
  if (!/^\d{1,15}$/.test(first)) throw unreadable()
  return [Number(first), second]
}

function unreadable(): DomainError {
  return new DomainError('malformed_request')
}

async function readAll(
  lists: CampaignListsRepository,
  userId: string,
  filter: CampaignFilter,
  sort: CampaignSort,
  from: readonly (string | number)[] | null,
): Promise<Campaign[]> {
  const all: Campaign[] = []
  for (let after = from; ; ) {
    const rows = await lists.page(userId, filter, { sort, after, limit: ROWS_AT_ONCE })
    all.push(...rows)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return all
    after = placeOf(last, sort)
    await setImmediate()
  }
}
