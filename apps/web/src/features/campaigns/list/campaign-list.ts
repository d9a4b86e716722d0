import {
  type BulkCampaignSummary,
  CampaignGroup,
  type CampaignSort,
} from '@kirim/contract/campaign-list'
import type { CampaignProgress, CampaignStatus } from '@kirim/contract/campaigns'
import type { CampaignChanged } from '@kirim/contract/realtime'
import type { Sorting } from '#shared/list/list-view.ts'

export type CampaignColumn = 'name' | 'sent' | 'failed'

/** One page of campaigns from the server. */
export interface CampaignPage {
  items: readonly BulkCampaignSummary[]
  next: string | null
  total: number | null
  /** The number of search results in each group. */
  groups: Partial<Record<CampaignGroup, number>>
}

/** Parses the group counts header, `under_way=3, draft=2`; unknown groups are ignored. */
export function groupCounts(header: string | null): CampaignPage['groups'] {
  const counts: CampaignPage['groups'] = {}
  for (const part of header?.split(', ') ?? []) {
    const [name, n] = part.split('=')
    const group = CampaignGroup.safeParse(name)
    if (group.success && /^\d+$/.test(n ?? '')) counts[group.data] = Number(n)
  }
  return counts
}

/** Applies a change to a page; returns the same page when it does not contain the campaign. */
export function applyChange(page: CampaignPage, { id, progress }: CampaignChanged): CampaignPage {
  if (!page.items.some((campaign) => campaign.id === id)) return page
  const items = progress
    ? page.items.map((campaign) => (campaign.id === id ? { ...campaign, ...progress } : campaign))
    : page.items.filter((campaign) => campaign.id !== id)
  return { ...page, items }
}

/** Newest first by default. */
export function sortOf(sorting: Sorting<CampaignColumn> | null): CampaignSort {
  if (!sorting) return 'newest'
  return sorting.descending ? `-${sorting.by}` : sorting.by
}

export function sortingOf(sort: string): Sorting<CampaignColumn> | null {
  const by = sort.replace(/^-/, '')
  if (by !== 'name' && by !== 'sent' && by !== 'failed') return null
  return { by, descending: sort.startsWith('-') }
}

const LIVE: readonly CampaignStatus[] = [
  'sending',
  'waiting_number',
  'queued',
  'held',
  'outside_hours',
]

/** Whether the campaign changes without user action. */
export function isLive({ status }: Pick<CampaignProgress, 'status'>): boolean {
  return LIVE.includes(status)
}

/** The number of recipients queued or being sent to. */
export function openRecipients({ counts }: Pick<CampaignProgress, 'counts'>): number {
  return counts.queued + counts.held + counts.sending
}

/** Whether more than 5 % of the messages failed. */
export function failsOften(campaign: CampaignProgress): boolean {
  const { counts, failed } = campaign
  const attempted = counts.sent + counts.delivered + counts.read + failed
  return failed > 0 && failed / attempted > 0.05
}

/** The action that lets a campaign continue; null when it needs none. */
export type NextStep = 'edit' | 'pause' | 'resume' | 'reconnect' | 'link_again' | 'see_number'

const byStatus: Record<CampaignStatus, NextStep | null> = {
  draft: 'edit',
  scheduled: 'edit',
  queued: 'pause',
  sending: 'pause',
  outside_hours: 'pause',
  waiting_number: 'pause',
  held: 'pause',
  paused: 'resume',
  completed: null,
  cancelled: 'link_again',
}

export function nextStep({ status, sentence }: CampaignProgress): NextStep | null {
  if (sentence.code === 'cancelled_by_owner') return null
  if (sentence.code.endsWith('_disconnected')) return 'reconnect'
  if (sentence.code.endsWith('_unlinked')) return 'link_again'
  if (/_(banned|refused)$/.test(sentence.code)) return 'see_number'
  return byStatus[status]
}
