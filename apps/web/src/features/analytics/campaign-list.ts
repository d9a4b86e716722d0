import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import type { CampaignProgress } from '@kirim/contract/campaigns'
import type { CampaignChanged } from '@kirim/contract/realtime'
import type { ListShape } from '#shared/list/list-view.ts'

type Campaigns = readonly BulkCampaignSummary[]

export type CampaignColumn = 'name' | 'sent' | 'failed'

/** Searched by name, device and group. */
export const campaignShape: ListShape<BulkCampaignSummary, CampaignColumn> = {
  words: ({ name, deviceName, groupName }) => [name, deviceName, groupName],
  columns: {
    name: ({ name }) => name,
    sent: ({ sent }) => sent,
    failed: ({ failed }) => failed,
  },
}

/**
 * The list after a change: counts moved, or the campaign gone.
 * Null when the list does not know the campaign and has to be asked for again.
 */
export function afterChange(
  campaigns: Campaigns,
  { id, progress }: CampaignChanged,
): BulkCampaignSummary[] | null {
  if (!progress) return campaigns.filter((campaign) => campaign.id !== id)
  if (!campaigns.some((campaign) => campaign.id === id)) return null
  return campaigns.map((campaign) => (campaign.id === id ? { ...campaign, ...progress } : campaign))
}

const UNDER_WAY = ['sending', 'outside_hours', 'queued']

/** The campaigns under way that still have people to write to, those sending first. */
export function runningCampaigns(campaigns: Campaigns): BulkCampaignSummary[] {
  return campaigns
    .filter((campaign) => UNDER_WAY.includes(campaign.status) && openRecipients(campaign) > 0)
    .sort((a, b) => UNDER_WAY.indexOf(a.status) - UNDER_WAY.indexOf(b.status))
}

/** People not yet written to, and those being written to. */
export function openRecipients({ counts }: Pick<CampaignProgress, 'counts'>): number {
  return counts.queued + counts.sending
}

/** Failures that need a look: more than 5 % of those written to. */
export function failsOften(campaign: CampaignProgress): boolean {
  const { counts, failed } = campaign
  const written = counts.sent + counts.delivered + counts.read + failed
  return failed > 0 && failed / written > 0.05
}
