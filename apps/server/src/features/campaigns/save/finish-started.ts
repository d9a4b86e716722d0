import type { Part } from '../../../platform/lifecycle.ts'
import type { CampaignMediaLibrary, CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { freezePeople } from '../people/freeze-people.ts'
import { passOverWaiting } from '../state/cancel-campaign.ts'
import { eraseCampaign } from './delete-campaign.ts'

interface FinishDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
  readonly media: CampaignMediaLibrary
  /** Its recipients are complete, so it may be sent. */
  onReady(campaignId: string): Promise<void>
  onFault(campaignId: string | null, error: unknown): void
}

/** Resumes the saves, ends and deletions that were in progress when the server last stopped. */
export function createFinishStarted(deps: FinishDeps): Part {
  const stopping = new AbortController()
  const { signal } = stopping
  let finishing: Promise<void> = Promise.resolve()

  async function finish(): Promise<void> {
    const campaigns = createCampaignsRepository(deps.db, deps.devices)
    const { freezing, erasing } = await campaigns.unfinished()
    for (const id of freezing) {
      await attempt(id, async () => {
        await freezePeople(deps, id, signal)
        if (!signal.aborted) await deps.onReady(id)
      })
    }
    // Only now: who was added just above may wait in a campaign that was ended meanwhile.
    const { cancelling } = await campaigns.unfinished()
    for (const id of cancelling) await attempt(id, () => passOverWaiting(deps, id, signal))
    for (const id of erasing) await attempt(id, () => eraseCampaign(deps, id, signal))
  }

  async function attempt(campaignId: string, task: () => Promise<void>): Promise<void> {
    if (signal.aborted) return
    await task().catch((error: unknown) => deps.onFault(campaignId, error))
  }

  return {
    name: 'unfinished campaigns',
    async start() {
      finishing = finish().catch((error: unknown) => deps.onFault(null, error))
    },
    async stop() {
      stopping.abort()
      await finishing
    },
  }
}
