import { inSteps } from '../../../platform/database/in-steps.ts'
import { freezeDependents } from '../audience/freeze-people.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { CampaignMediaLibrary, LedgerDeps } from '../campaigns.ports.ts'

/** What a node holds while it deletes what belongs to a campaign. */
export const ERASING = 'deleted campaign'

interface DeleteDeps extends LedgerDeps {
  readonly media: CampaignMediaLibrary
}

/** Hides the campaign at once, and deletes its rows and files in short transactions. */
export async function deleteCampaign(deps: DeleteDeps, id: string): Promise<void> {
  await createCampaignsRepository(deps.db, deps.devices).hide(id)
  await eraseHidden(deps, id)
}

/** Deletes the rest of a hidden campaign. */
export function eraseHidden(deps: DeleteDeps, id: string): Promise<void> {
  return deps.work.inTurn(ERASING, id, () => eraseHeld(deps, id))
}

/** The same, until done or aborted, by who holds that. */
export async function eraseHeld(deps: DeleteDeps, id: string, signal?: AbortSignal): Promise<void> {
  const { media, outgoing } = deps
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  await freezeDependents(deps, { campaignId: id }, signal)
  const files = (await campaigns.mediaOf(id)).map(({ mediaId }) => mediaId)
  await inSteps(() => campaigns.eraseStep(id, outgoing), signal)
  await media.releaseUnused(files)
}
