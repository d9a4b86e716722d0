import type { CampaignProgress, CampaignStatus } from '@kirim/contract/campaigns'
import type { CampaignChanged } from '@kirim/contract/realtime'
import { createBursts } from '../../../platform/bursts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import { devicesBeside } from './sending-numbers.ts'

/** Receipts arrive in bursts; browsers are notified at most this often. */
const NOTIFY_INTERVAL_MS = 200

/** A halt is told at once or not at all: the list says it anyway. */
const TOLD_WITHIN_MS = 60_000

/** The sentence of a campaign that failures have paused. */
const HALTED = 'paused_failures'

const LOG_MESSAGES: Partial<Record<CampaignStatus, string>> = {
  sending: 'campaign started',
  completed: 'campaign finished',
  cancelled: 'campaign cancelled',
}

export interface CampaignEventsDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly campaigns: CampaignsRepository
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly live: LiveState
  /** A campaign's progress may change the overall summary. */
  summaryChanged(userId: string): void
  onFault(error: unknown): void
}

/** Notifies the owner's browsers of progress, with bursts merged into one event. */
export function createCampaignsEvents(deps: CampaignEventsDeps) {
  const bursts = createBursts(deps.clock, NOTIFY_INTERVAL_MS, deps.onFault)
  /** The last logged status of each campaign that has not ended. */
  const noted = new Map<string, CampaignStatus>()

  /** The last halt told, by campaign. */
  const halts = new Map<string, string>()

  /** How often each campaign has changed. */
  const changes = new Map<string, number>()
  /** How often any may have changed without being heard of. */
  let missed = 0

  async function tell(campaignId: string, userId: string): Promise<void> {
    const campaign = await deps.campaigns.findById(campaignId)
    const beside = await devicesBeside(deps, campaign ? [campaign] : [])
    const progress = campaign && progressOf(campaign, beside, deps.live, deps.clock.now())
    note(campaignId, userId, progress?.status ?? null)
    deps.realtime.toUser(userId, 'campaign_changed', { id: campaignId, progress })
    if (campaign && progress) tellHalt(campaign.name, userId, progress)
  }

  /** Once for each time that failures pause a campaign, which its owner may not be looking at. */
  function tellHalt(name: string, userId: string, { id, sentence, pausedAt }: CampaignProgress) {
    if (sentence.code !== HALTED || pausedAt === null) {
      halts.delete(id)
      return
    }
    // Also after a restart.
    const isNews = deps.clock.now() - Date.parse(pausedAt) < TOLD_WITHIN_MS
    if (!isNews || halts.get(id) === pausedAt) return
    halts.set(id, pausedAt)
    deps.realtime.toUser(userId, 'campaign_halted', { id, name, sentence })
  }

  function hasChanged(campaignId: string): void {
    changes.set(campaignId, (changes.get(campaignId) ?? 0) + 1)
  }

  function note(campaignId: string, userId: string, status: CampaignStatus | null): void {
    if (status !== null && noted.get(campaignId) !== status) {
      deps.log.info({ campaignId, userId, status }, LOG_MESSAGES[status] ?? 'campaign waits')
    }
    if (status === null || status === 'completed') noted.delete(campaignId)
    else noted.set(campaignId, status)
  }

  return {
    changed({ campaignId, userId }: { campaignId: string; userId: string }): void {
      hasChanged(campaignId)
      bursts.scheduleOnce(campaignId, () => tell(campaignId, userId))
      deps.summaryChanged(userId)
    },
    changesOf: (campaignId: string) => missed + (changes.get(campaignId) ?? 0),
    /** Another node has told it. */
    toldElsewhere({ id, progress }: CampaignChanged): void {
      hasChanged(id)
      const { sentence, pausedAt = null } = progress ?? {}
      if (sentence?.code === HALTED && pausedAt !== null) halts.set(id, pausedAt)
      else halts.delete(id)
    },
    /** Another node may have told anything. */
    toldUnheard(): void {
      missed += 1
    },
    /** Stops notifying; resolves once notifications in progress no longer need the database. */
    stop: bursts.stop,
  }
}

/** As whoever changes a campaign needs them. */
export type CampaignsEvents = Pick<ReturnType<typeof createCampaignsEvents>, 'changed' | 'stop'>
