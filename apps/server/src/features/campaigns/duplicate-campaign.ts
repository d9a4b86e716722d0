import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { newId } from '../../platform/ids.ts'
import { type Campaign, createCampaignsRepository } from './campaigns.repository.ts'
import { createFrozenPeopleRepository } from './frozen-people.repository.ts'
import type { SaveDeps } from './save-campaign.ts'

const SUFFIX = ' (copy)'

/**
 * A full copy, not enabled and without a time: nothing is sent until its owner says so (design §6).
 * Throws `quota_campaigns` and `quota_people_waiting`.
 */
export async function duplicateCampaign(deps: SaveDeps, campaign: Campaign): Promise<string> {
  const id = newId()
  const { userId, deviceId, groupId } = campaign
  const name = `${campaign.name.slice(0, NAME_MAX_LENGTH - SUFFIX.length)}${SUFFIX}`
  const settings = { ...campaign, name, enabled: false, scheduledAt: null }
  await deps.db.transaction().execute(async (tx) => {
    const campaigns = createCampaignsRepository(tx)
    const media = await campaigns.mediaOf(campaign.id)
    const group = groupId ? await campaigns.findGroup(userId, groupId) : null
    await deps.quotas.campaigns.admit(tx, userId, 1)
    await deps.quotas.peopleWaiting.admit(tx, userId, group?.size ?? peopleOf(campaign))
    await campaigns.insert({ id, userId, deviceId, now: deps.clock.now() }, settings, media)
    const people = createFrozenPeopleRepository(tx)
    if (groupId) await people.freeze(id, groupId)
    else await people.freezeAsIn(id, campaign.id)
  })
  return id
}

function peopleOf({ counts }: Campaign): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
