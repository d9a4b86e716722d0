import type { Db } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'
import { freezeDependents } from '../audience/freeze-people.ts'
import { createCampaignsRepository, lockCampaign } from '../campaign/campaigns.repository.ts'
import type { CampaignMediaLibrary, LedgerDeps } from '../campaigns.ports.ts'

/** The name of the lock of a node that deletes a campaign. */
export const ERASING = 'deleted campaign'

interface DeleteDeps extends LedgerDeps {
  readonly media: CampaignMediaLibrary
}

/** Hides the campaign at once, and deletes its rows and files in short transactions. */
export async function deleteCampaign(deps: DeleteDeps, id: string): Promise<void> {
  await hideCampaign(deps.db, id)
  await eraseHidden(deps, id)
}

/** Deletes the rest of a hidden campaign. */
export function eraseHidden(deps: DeleteDeps, id: string): Promise<void> {
  return deps.work.inTurn(ERASING, id, () => eraseWithLock(deps, id))
}

/** Requires the lock. Stops when aborted. */
export async function eraseWithLock(
  deps: DeleteDeps,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  await freezeDependents(deps, { campaignId: id }, signal)
  const files = (await campaigns.mediaOf(id)).map(({ mediaId }) => mediaId)
  await inSteps(() => eraseStep(deps, id), signal)
  await deps.media.releaseUnused(files)
}

/** Hides it from its owner and stops it; `eraseWithLock` deletes its rows. */
export async function hideCampaign(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('campaigns').set({ erasing: 1, enabled: 0 }).where('id', '=', id).execute()
    await tx.deleteFrom('freezes').where('campaign_id', '=', id).execute()
  })
}

/** Rows with their messages per transaction, which takes some hundredths of a second at most. */
const ERASE_BATCH_SIZE = 250

/**
 * Deletes some rows of a hidden campaign, and the campaign with the last ones. False when
 * nothing is left.
 */
export function eraseStep(
  { db, outgoing }: Pick<LedgerDeps, 'db' | 'outgoing'>,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCampaign(tx, id)
    const people = await tx
      .selectFrom('recipients')
      .select('id')
      .where('campaign_id', '=', id)
      .limit(ERASE_BATCH_SIZE)
      .execute()
    const ids = people.map((person) => person.id)
    await outgoing.forget(tx, 'campaign', ids)
    if (ids.length > 0) await tx.deleteFrom('recipients').where('id', 'in', ids).execute()
    if (ids.length === ERASE_BATCH_SIZE) return true
    await tx.deleteFrom('campaigns').where('id', '=', id).where('erasing', '=', 1).execute()
    return false
  })
}
