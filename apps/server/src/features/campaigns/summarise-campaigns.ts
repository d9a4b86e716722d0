import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import { progressOf, type Turns } from './campaign-progress.ts'
import type { CampaignsRepository } from './campaigns.repository.ts'

/** A user's bulk campaigns with their numbers, newest first, as the dashboard lists them. */
export async function summariseCampaigns(
  campaigns: CampaignsRepository,
  turns: Turns,
  userId: string,
  now: number,
): Promise<BulkCampaignSummary[]> {
  return (await campaigns.list(userId)).map((campaign) => ({
    ...progressOf(campaign, turns, now),
    name: campaign.name,
    deviceName: campaign.deviceName,
    groupName: campaign.groupName,
  }))
}
