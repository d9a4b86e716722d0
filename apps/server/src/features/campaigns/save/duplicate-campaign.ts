import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { DomainError } from '../../../platform/errors.ts'
import type { FairQueue } from '../../../platform/fair-queue.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import type { Campaign, CampaignTexts } from '../stored-campaign.ts'
import { type SaveDeps, saveWithPeople } from './save-with-people.ts'

const SUFFIX = ' (copy)'
/** Several times as long as copying the largest campaign. */
const COPY_TIMEOUT_MS = 120_000

export interface DuplicateDeps extends SaveDeps {
  readonly copies: FairQueue
}

/**
 * A full copy, disabled and unscheduled: nothing is sent until its owner enables it (decision 6,
 * Duplicates). Throws `quota_campaigns`, `quota_people_waiting`, `too_much_waiting` and, leaving
 * nothing behind, `campaign_copy_too_slow`.
 */
export function duplicateCampaign(
  deps: DuplicateDeps,
  campaign: Campaign & CampaignTexts,
): Promise<string> {
  return deps.copies.run(campaign.userId, async () => {
    const limit = new AbortController()
    const cancel = deps.clock.after(COPY_TIMEOUT_MS, () =>
      limit.abort(new DomainError('campaign_copy_too_slow')),
    )
    try {
      return await copy(deps, campaign, limit.signal)
    } finally {
      cancel()
    }
  })
}

async function copy(
  deps: SaveDeps,
  campaign: Campaign & CampaignTexts,
  signal: AbortSignal,
): Promise<string> {
  const { groupId } = campaign
  const name = `${campaign.name.slice(0, NAME_MAX_LENGTH - SUFFIX.length)}${SUFFIX}`
  const variants = campaign.variants.filter(({ removed }) => !removed)
  const settings = { ...campaign, name, variants, enabled: false, scheduledAt: null }
  const media = await createCampaignsRepository(deps.db, deps.devices).mediaOf(campaign.id)
  const people = groupId
    ? { from: { groupId } }
    : { from: { campaignId: campaign.id }, size: peopleOf(campaign) }
  return saveWithPeople(deps, campaign, settings, media, people, signal)
}

function peopleOf({ counts }: Campaign): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
