import { NEXT_CURSOR_HEADER, type QueryOf, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import {
  type BulkCampaignSummary,
  bulkCampaignSummary,
  type CampaignSort,
  GROUP_COUNTS_HEADER,
} from '@kirim/contract/campaign-list'
import type { NamesOf } from '../../../platform/authors.ts'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { listInPages } from '../../../platform/http/streamed.ts'
import { findCampaignAuthors } from '../campaign/present-authors.ts'
import { type SeenNames, seenNames } from '../campaign/seen-names.ts'
import { type Campaign, READ_AT_ONCE } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import { loadOtherDevices, type OtherDevices } from '../progress/sending-numbers.ts'
import {
  type CampaignFilter,
  type CampaignListsRepository,
  type GroupCounts,
  isByUrgency,
  placeOf,
} from './campaign-lists.repository.ts'

export function campaignListsRoutes(route: Route, deps: ListDeps): void {
  route(bulkCampaignSummary, async ({ caller, query, reply }) => {
    const { pages, counts, total, next } = await listCampaigns(deps, caller, query)
    if (total !== null) reply.header(TOTAL_COUNT_HEADER, total)
    if (next !== null) reply.header(NEXT_CURSOR_HEADER, next)
    if (counts !== null) {
      const each = Object.entries(counts).map(([group, n]) => `${group}=${n}`)
      reply.header(GROUP_COUNTS_HEADER, each.join(', '))
    }
    return listInPages(pages)
  })
}

type CampaignQuestion = QueryOf<typeof bulkCampaignSummary>

export interface ListDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly lists: CampaignListsRepository
  readonly live: LiveState
  readonly clock: Clock
  readonly namesOf: NamesOf
  /** When a campaign would end; null if unknown. */
  endOf(campaign: Campaign, now: number): Promise<string | null>
}

interface ListedCampaigns {
  /** One page when there is a limit, otherwise all pages, each read on demand. */
  readonly pages: AsyncIterable<BulkCampaignSummary[]>
  /** Matching campaigns per group; only with a limit. */
  readonly counts: GroupCounts | null
  readonly total: number | null
  /** The start of the next page; null on the last one. */
  readonly next: string | null
}

/**
 * The bulk campaigns whose numbers are seen, newest first unless sorted otherwise: one page when
 * there is a limit, otherwise all. A page starts after the position that the last campaign before
 * it had then. Throws `malformed_request` for a cursor that does not belong to the order.
 */
export async function listCampaigns(
  deps: ListDeps,
  sight: Sight,
  question: CampaignQuestion,
): Promise<ListedCampaigns> {
  const now = deps.clock.now()
  const filter = { group: question.status ?? null, q: question.q ?? '', now }
  const sort = question.sort ?? 'newest'
  const after = placeIn(sort, filter, question.cursor || null)
  async function* presented(pages: AsyncIterable<Campaign[]> | Iterable<Campaign[]>) {
    for await (const page of pages) {
      const beside = await loadOtherDevices(deps, page)
      const names = await seenNames(deps, sight)
      const authorsOf = await findCampaignAuthors(deps.namesOf, page)
      yield await Promise.all(
        page.map(async (campaign) => ({
          ...(await summaryOf(deps, campaign, { beside, names }, filter, now)),
          ...authorsOf(campaign),
        })),
      )
    }
  }
  if (question.limit === undefined) {
    const read = (place: Place | null, limit: number) =>
      deps.lists.page(sight, filter, { sort, after: place, limit })
    const pages = inPages(
      read,
      (campaign): Place => placeOf(campaign, sort, filter),
      after,
      READ_AT_ONCE,
    )
    return { pages: presented(pages), counts: null, total: null, next: null }
  }
  const rows = await deps.lists.page(sight, filter, {
    sort,
    after,
    limit: question.limit + 1,
  })
  const page = rows.slice(0, question.limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  const counts = await deps.lists.counts(sight, filter)
  return {
    pages: presented([page]),
    counts,
    total: totalIn(counts, filter),
    next: last ? placeOf(last, sort, filter).join(SEPARATOR) : null,
  }
}

async function summaryOf(
  { live, endOf }: ListDeps,
  campaign: Campaign,
  { beside, names }: { readonly beside: OtherDevices; readonly names: SeenNames },
  { group }: CampaignFilter,
  now: number,
): Promise<BulkCampaignSummary> {
  const progress = progressOf(campaign, beside, live, now)
  // Each one is a simulation, which is too slow for the list of all campaigns.
  const isAsked = group === 'current' && progress.status === 'sending'
  return {
    ...progress,
    sentence: names.in(progress.sentence),
    endsAt: isAsked ? await endOf(campaign, now) : null,
    name: campaign.name,
    deviceName: campaign.deviceName,
    groupName: campaign.groupName,
  }
}

/** Null for the current campaigns, which are no single group. */
function totalIn(counts: GroupCounts, { group }: CampaignFilter): number | null {
  if (group === 'current') return null
  if (group !== null) return counts[group] ?? 0
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const SEPARATOR = '.'

type Place = readonly (string | number)[]

function placeIn(
  sort: CampaignSort,
  filter: Pick<CampaignFilter, 'group'>,
  cursor: string | null,
): Place | null {
  if (cursor === null) return null
  const [first = '', second, ...rest] = cursor.split(SEPARATOR)
  const isSingle = sort === 'newest' && !isByUrgency(filter, sort)
  if (rest.length > 0 || (second === undefined) !== isSingle) throw unreadable()
  if (![first, second ?? ''].every((part) => /^[\da-f-]*$/.test(part))) throw unreadable()
  if (second === undefined) return [first]
  if (sort === 'name' || sort === '-name') return [first, second]
  if (!/^\d{1,15}$/.test(first)) throw unreadable()
  return [Number(first), second]
}

function unreadable(): DomainError {
  return new DomainError('malformed_request')
}
