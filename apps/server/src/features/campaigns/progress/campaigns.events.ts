import type { CampaignProgress, CampaignStatus } from '@kirim/contract/campaigns'
import type { CampaignChanged } from '@kirim/contract/realtime'
import { createBursts } from '../../../platform/bursts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { namesAmong } from '../campaign/seen-names.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import { loadOtherDevices } from './sending-numbers.ts'

/** Receipts arrive in bursts; browsers are notified at most this often. */
const NOTIFY_INTERVAL_MS = 200

/** Older halts are not announced: the list shows them anyway. */
const NEWS_FOR_MS = 60_000

/** The sentence of a campaign that failures have paused. */
const HALT_CODE = 'paused_failures'

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
  summaryChanged(workspaceId: string): void
  onFault(error: unknown): void
}

export interface CampaignChange {
  readonly campaignId: string
  readonly workspaceId: string
  /** Its own number, where it may have been deleted. */
  readonly deviceId?: string
}

interface Noted {
  readonly campaignId: string
  readonly workspaceId: string
  /** The person who stopped it. */
  readonly by: string | null
}

/** Notifies the owner's browsers of progress, with bursts merged into one event. */
export function createCampaignsEvents(deps: CampaignEventsDeps) {
  const bursts = createBursts(deps.clock, NOTIFY_INTERVAL_MS, deps.onFault)
  /** The last logged status of each campaign that has not completed. */
  const loggedStatus = new Map<string, CampaignStatus>()

  /** The last announced halt of each campaign. */
  const halts = new Map<string, string>()

  /** The own numbers of campaigns that may be deleted until their change is announced. */
  const lastNumbers = new Map<string, string>()

  /** How often each campaign has changed. */
  const changes = new Map<string, number>()
  /** How often changes of any campaign may have been missed. */
  let missed = 0

  async function notify(campaignId: string, workspaceId: string): Promise<void> {
    const campaign = await deps.campaigns.findById(campaignId)
    const beside = await loadOtherDevices(deps, campaign ? [campaign] : [])
    const progress = campaign && progressOf(campaign, beside, deps.live, deps.clock.now())
    note({ campaignId, workspaceId, by: campaign?.stoppedBy ?? null }, progress?.status ?? null)
    const deviceId = campaign?.deviceId ?? lastNumbers.get(campaignId)
    lastNumbers.delete(campaignId)
    tell(
      workspaceId,
      deviceId === undefined ? [] : [deviceId],
      { id: campaignId, progress },
      campaign,
    )
    if (campaign && progress) notifyHalt(campaign, progress)
  }

  /** Somebody who sees only some numbers hears of no other that sends it as well. */
  function tell(
    workspaceId: string,
    deviceIds: readonly string[],
    change: CampaignChanged,
    campaign: Campaign | null,
  ): void {
    const { id, progress } = change
    const sentence = campaign && progress && namesAmong([campaign.deviceName]).in(progress.sentence)
    if (!sentence || sentence === progress.sentence) {
      deps.realtime.toNumbers(workspaceId, deviceIds, 'campaign_changed', change)
      return
    }
    const own: CampaignChanged = { id, progress: { ...progress, sentence } }
    const args = { all: [change], own: [own] } satisfies Parameters<Realtime['byReach']>[2]
    deps.realtime.byReach(workspaceId, 'campaign_changed', args, deviceIds)
  }

  /** Announces each pause by failures once, wherever its owner is in the app. */
  function notifyHalt(campaign: Campaign, { id, sentence, pausedAt }: CampaignProgress) {
    if (sentence.code !== HALT_CODE || pausedAt === null) {
      halts.delete(id)
      return
    }
    // After a restart, old halts are not news.
    const isNews = deps.clock.now() - Date.parse(pausedAt) < NEWS_FOR_MS
    if (!isNews || halts.get(id) === pausedAt) return
    halts.set(id, pausedAt)
    const { name, workspaceId, deviceId } = campaign
    const halt = { id, name, sentence }
    deps.realtime.toNumbers(workspaceId, [deviceId], 'campaign_halted', halt)
  }

  function hasChanged(campaignId: string): void {
    changes.set(campaignId, (changes.get(campaignId) ?? 0) + 1)
  }

  function note({ by, ...ids }: Noted, status: CampaignStatus | null): void {
    const { campaignId } = ids
    if (status !== null && loggedStatus.get(campaignId) !== status) {
      const isStopped = status === 'paused' || status === 'cancelled'
      const who = isStopped && by !== null ? { personId: by } : {}
      deps.log.info({ ...ids, ...who, status }, LOG_MESSAGES[status] ?? 'campaign waits')
    }
    if (status === null || status === 'completed') loggedStatus.delete(campaignId)
    else loggedStatus.set(campaignId, status)
  }

  return {
    changed({ campaignId, workspaceId, deviceId }: CampaignChange): void {
      hasChanged(campaignId)
      if (deviceId !== undefined) lastNumbers.set(campaignId, deviceId)
      bursts.scheduleOnce(campaignId, () => notify(campaignId, workspaceId))
      deps.summaryChanged(workspaceId)
    },
    changesOf: (campaignId: string) => missed + (changes.get(campaignId) ?? 0),
    /** Another node announced a change. */
    noteRemoteChange({ id, progress }: CampaignChanged): void {
      hasChanged(id)
      const { sentence, pausedAt = null } = progress ?? {}
      if (sentence?.code === HALT_CODE && pausedAt !== null) halts.set(id, pausedAt)
      else halts.delete(id)
    },
    /** Announcements of other nodes may have been missed. */
    noteMissedChanges(): void {
      missed += 1
    },
    /** Stops notifying; resolves once notifications in progress no longer need the database. */
    stop: bursts.stop,
  }
}

/** What code that changes campaigns needs. */
export type CampaignsEvents = Pick<ReturnType<typeof createCampaignsEvents>, 'changed' | 'stop'>
