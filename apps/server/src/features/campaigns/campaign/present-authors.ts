import type { CampaignAuthors } from '@kirim/contract/campaigns'
import { findAuthors, type NamesOf } from '../../../platform/authors.ts'
import type { Campaign } from './stored-campaign.ts'

type Acted = Pick<Campaign, 'workspaceId' | 'createdBy' | 'stoppedBy' | 'enabled'>

/** Looks up who created and who stopped these campaigns. Returns how to present it of each. */
export async function findCampaignAuthors(
  namesOf: NamesOf,
  campaigns: readonly Acted[],
): Promise<(campaign: Acted) => CampaignAuthors> {
  const ids = campaigns.flatMap(({ createdBy, stoppedBy }) => [createdBy, stoppedBy])
  // All of one workspace.
  const authorOf = await findAuthors(namesOf, campaigns[0]?.workspaceId ?? '', ids)
  return ({ createdBy, stoppedBy, enabled }) => ({
    createdBy: authorOf(createdBy),
    // A node of an earlier version that switches a campaign on does not clear it.
    stoppedBy: enabled ? undefined : authorOf(stoppedBy),
  })
}
