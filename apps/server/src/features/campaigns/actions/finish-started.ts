import type { Part } from '../../../platform/lifecycle.ts'
import { createLeftovers } from '../../../platform/nodes/leftovers.ts'
import { FREEZING, freezeHeld } from '../audience/freeze-people.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { CampaignMediaLibrary, CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { ERASING, eraseHeld } from '../save/delete-campaign.ts'
import { PASSING_OVER, passOverHeld } from './cancel-campaign.ts'

interface FinishDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
  readonly media: CampaignMediaLibrary
  /** Its recipients are complete, so it may be sent. */
  onReady(campaignId: string): Promise<void>
  onFault(campaignId: string | null, error: unknown): void
}

/** Resumes the saves, ends and deletions that a server was stopped in. */
export function createFinishStarted(deps: FinishDeps): Part {
  const campaigns = createCampaignsRepository(deps.db, deps.devices)

  async function finish(signal: AbortSignal): Promise<void> {
    async function attempt(kind: string, ids: readonly string[], task: (id: string) => unknown) {
      for (const id of ids) {
        if (signal.aborted) return
        await deps.work
          .hold(kind, id, async () => void (await task(id)))
          .catch((error: unknown) => deps.onFault(id, error))
      }
    }
    const { freezing, erasing } = await campaigns.unfinished()
    await attempt(FREEZING, freezing, async (id) => {
      await freezeHeld(deps, id, signal)
      if (!signal.aborted) await deps.onReady(id)
    })
    // Only now: who was added just above may wait in a campaign that was ended meanwhile.
    const { cancelling } = await campaigns.unfinished()
    await attempt(PASSING_OVER, cancelling, (id) => passOverHeld(deps, id, signal))
    await attempt(ERASING, erasing, (id) => eraseHeld(deps, id, signal))
  }

  return createLeftovers({
    name: 'unfinished campaigns',
    work: deps.work,
    finish,
    onFault: (error) => deps.onFault(null, error),
  })
}
