import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { type Campaign, createCampaignsRepository } from './campaigns.repository.ts'
import { type SaveDeps, saveWithPeople } from './save-with-people.ts'

const SUFFIX = ' (copy)'

/**
 * A full copy, not enabled and without a time: nothing is sent until its owner says so (design §6).
 * Throws `quota_campaigns` and `quota_people_waiting`.
 */
export async function duplicateCampaign(deps: SaveDeps, campaign: Campaign): Promise<string> {
  const { groupId } = campaign
  const name = `${campaign.name.slice(0, NAME_MAX_LENGTH - SUFFIX.length)}${SUFFIX}`
  const settings = { ...campaign, name, enabled: false, scheduledAt: null }
  const media = await createCampaignsRepository(deps.db).mediaOf(campaign.id)
  const people = groupId
    ? { from: { groupId } }
    : { from: { campaignId: campaign.id }, size: peopleOf(campaign) }
  return saveWithPeople(deps, campaign, settings, media, people)
}

function peopleOf({ counts }: Campaign): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
