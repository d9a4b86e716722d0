import type { Clock } from '../../platform/clock.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { progressOf, type Turns } from './campaign-progress.ts'
import type { CampaignsRepository } from './campaigns.repository.ts'
import type { LedgerRepository } from './ledger.repository.ts'

/** Receipts come in bursts; a screen need not move more often than this. */
const TELL_EVERY_MS = 200

export interface CampaignEventsDeps {
  readonly campaigns: CampaignsRepository
  readonly ledger: LedgerRepository
  readonly realtime: Realtime
  readonly clock: Clock
  readonly turns: Turns
  onFault(error: unknown): void
}

/** Tells the owner's browsers how campaigns move, bursts gathered into one event. */
export function createCampaignsEvents(deps: CampaignEventsDeps) {
  const waiting = new Map<string, { userId: string; cancel: () => void }>()

  async function tell(campaignId: string, userId: string): Promise<void> {
    const campaign = await deps.campaigns.findById(campaignId)
    const totals = await deps.ledger.totals(userId)
    const progress = campaign && progressOf(campaign, deps.turns, deps.clock.now())
    deps.realtime.toUser(userId, 'campaign_changed', { id: campaignId, progress })
    deps.realtime.toUser(userId, 'summary_changed', {
      totalMessages: totals.total,
      sentMessages: totals.sent,
      failedMessages: totals.failed,
    })
  }

  return {
    changed({ campaignId, userId }: { campaignId: string; userId: string }): void {
      if (waiting.has(campaignId)) return
      const cancel = deps.clock.after(TELL_EVERY_MS, () => {
        waiting.delete(campaignId)
        tell(campaignId, userId).catch(deps.onFault)
      })
      waiting.set(campaignId, { userId, cancel })
    },
    stop(): void {
      for (const { cancel } of waiting.values()) cancel()
      waiting.clear()
    },
  }
}

export type CampaignsEvents = ReturnType<typeof createCampaignsEvents>
