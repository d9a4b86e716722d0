import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { cutText } from '../../../platform/cut-text.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { type SaveDeps, saveWithPeople } from '../save/save-with-people.ts'
import type { Campaign, CampaignTexts } from '../stored-campaign.ts'
import { countOutcome } from './count-outcome.ts'

const SUFFIX = ' (follow-up)'
/** What its people stand under, in place of a group. */
const OUTCOMES: Readonly<Record<FollowUpOutcome, string>> = {
  not_answered: ': did not answer',
  not_read: ': did not read',
  answered: ': answered',
  failed: ': failed',
}

/**
 * A draft to those of a campaign with this outcome, with its settings: its owner writes the words
 * and starts it. Its people are those of this moment. Throws `campaign_follow_up_empty`,
 * `quota_campaigns` and `quota_people_waiting`.
 */
export async function followUp(
  deps: SaveDeps,
  campaign: Campaign & CampaignTexts,
  outcome: FollowUpOutcome,
): Promise<string> {
  const size = await countOutcome(deps.db, campaign.id, outcome)
  if (size === 0) throw new DomainError('campaign_follow_up_empty')
  if (campaign.deviceRemoved) throw new DomainError('campaign_number_removed')
  const named = (ending: string) => cutText(campaign.name, NAME_MAX_LENGTH - ending.length) + ending
  const settings = {
    ...campaign,
    name: named(SUFFIX),
    enabled: false,
    scheduledAt: null,
    groupId: null,
    groupName: named(OUTCOMES[outcome]),
  }
  const media = await createCampaignsRepository(deps.db, deps.devices).mediaOf(campaign.id)
  const from = { campaignId: campaign.id, outcome }
  return saveWithPeople(deps, campaign, settings, media, { from, size })
}
