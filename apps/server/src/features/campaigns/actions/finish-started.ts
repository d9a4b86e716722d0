import type { Db } from '../../../platform/database/database.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import { createLeftovers } from '../../../platform/nodes/leftovers.ts'
import { FREEZING, freezeWithLock } from '../audience/freeze-people.ts'
import type { CampaignMediaLibrary, CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { ERASING, eraseWithLock } from '../save/delete-campaign.ts'
import { SKIPPING, skipWithLock } from './cancel-campaign.ts'

interface FinishDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
  readonly media: CampaignMediaLibrary
  /** Its recipients are complete, so it may be sent. */
  onReady(campaignId: string): Promise<void>
  onFault(campaignId: string | null, error: unknown): void
}

/** Resumes saves, cancellations and deletions that a stopped server left unfinished. */
export function createFinishStarted(deps: FinishDeps): Part {
  async function finish(signal: AbortSignal): Promise<void> {
    async function attempt(kind: string, ids: readonly string[], task: (id: string) => unknown) {
      for (const id of ids) {
        if (signal.aborted) return
        await deps.work
          .hold(kind, id, async () => void (await task(id)))
          .catch((error: unknown) => deps.onFault(id, error))
      }
    }
    const { freezing, erasing } = await unfinishedCampaigns(deps.db)
    await attempt(FREEZING, freezing, async (id) => {
      await freezeWithLock(deps, id, signal)
      if (!signal.aborted) await deps.onReady(id)
    })
    // Read again: people frozen above may wait in a campaign that was cancelled meanwhile.
    const { cancelling } = await unfinishedCampaigns(deps.db)
    await attempt(SKIPPING, cancelling, (id) => skipWithLock(deps, id, signal))
    await attempt(ERASING, erasing, (id) => eraseWithLock(deps, id, signal))
  }

  return createLeftovers({
    name: 'unfinished campaigns',
    work: deps.work,
    finish,
    onFault: (error) => deps.onFault(null, error),
  })
}

/**
 * Hidden campaigns with rows left, campaigns whose people are still being frozen, and cancelled
 * campaigns with people who still wait.
 */
export async function unfinishedCampaigns(
  db: Db,
): Promise<{ erasing: string[]; freezing: string[]; cancelling: string[] }> {
  const erasing = await db.selectFrom('campaigns').select('id').where('erasing', '=', 1).execute()
  const freezing = await db.selectFrom('freezes').select('campaign_id').execute()
  const cancelling = await db
    .selectFrom('campaigns')
    .select('id')
    .where('cancelled_at', 'is not', null)
    .where('erasing', '=', 0)
    .where((eb) => eb.or([eb('queued', '>', 0), eb('held', '>', 0)]))
    .execute()
  return {
    cancelling: cancelling.map((row) => row.id),
    erasing: erasing.map((row) => row.id),
    freezing: freezing.map((row) => row.campaign_id),
  }
}
