import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import type { Totals } from './campaigns.ports.ts'
import type { CampaignsRepository } from './campaigns.repository.ts'

/** Receipts come in bursts; browsers need not be notified more often than this. */
const NOTIFY_INTERVAL_MS = 200

const LOG_MESSAGES: Partial<Record<CampaignStatus, string>> = {
  sending: 'campaign started',
  completed: 'campaign finished',
  cancelled: 'campaign cancelled',
}

export interface CampaignEventsDeps {
  readonly campaigns: CampaignsRepository
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly live: LiveState
  totals(userId: string): Promise<Totals>
  onFault(error: unknown): void
}

/** Notifies the owner's browsers of progress, with bursts merged into one event. */
export function createCampaignsEvents(deps: CampaignEventsDeps) {
  const waiting = new Map<string, () => void>()
  const running = new Set<Promise<void>>()
  /** The last logged status of each campaign that has not ended. */
  const noted = new Map<string, CampaignStatus>()
  let stopped = false

  async function tell(campaignId: string, userId: string): Promise<void> {
    const campaign = await deps.campaigns.findById(campaignId)
    const progress = campaign && progressOf(campaign, deps.live, deps.clock.now())
    note(campaignId, userId, progress?.status ?? null)
    deps.realtime.toUser(userId, 'campaign_changed', { id: campaignId, progress })
    await tellSummary(userId)
  }

  function note(campaignId: string, userId: string, status: CampaignStatus | null): void {
    if (status !== null && noted.get(campaignId) !== status) {
      deps.log.info({ campaignId, userId, status }, LOG_MESSAGES[status] ?? 'campaign waits')
    }
    if (status === null || status === 'completed') noted.delete(campaignId)
    else noted.set(campaignId, status)
  }

  async function tellSummary(userId: string): Promise<void> {
    const totals = await deps.totals(userId)
    deps.realtime.toUser(userId, 'summary_changed', {
      totalMessages: totals.total,
      sentMessages: totals.sent,
      failedMessages: totals.failed,
    })
  }

  /** Merges a burst: anything that comes while a notification is scheduled is sent with it. */
  function scheduleOnce(key: string, task: () => Promise<void>): void {
    if (stopped || waiting.has(key)) return
    const cancel = deps.clock.after(NOTIFY_INTERVAL_MS, () => {
      waiting.delete(key)
      const telling = task().catch(deps.onFault)
      running.add(telling)
      void telling.then(() => running.delete(telling))
    })
    waiting.set(key, cancel)
  }

  return {
    changed({ campaignId, userId }: { campaignId: string; userId: string }): void {
      scheduleOnce(`campaign ${campaignId}`, () => tell(campaignId, userId))
    },
    summaryChanged(userId: string): void {
      scheduleOnce(`summary ${userId}`, () => tellSummary(userId))
    },
    /** Stops notifying; resolves once notifications in progress no longer need the database. */
    async stop(): Promise<void> {
      stopped = true
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      await Promise.all(running)
    },
  }
}

export type CampaignsEvents = ReturnType<typeof createCampaignsEvents>
