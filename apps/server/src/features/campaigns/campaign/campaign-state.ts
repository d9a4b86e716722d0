import { CampaignAction as Actions, type CampaignAction } from '@kirim/contract/campaigns'
import { DomainError } from '../../../platform/errors.ts'
import type { Campaign, Counts } from './stored-campaign.ts'

/** The state of a campaign, without waits inside it, such as outside its hours. */
export type CampaignState =
  /** Never switched on. */
  | 'draft'
  | 'scheduled'
  /** On, and nobody was written to yet. */
  | 'queued'
  | 'running'
  | 'paused'
  /** On, and everybody left waits until its number may write to new people. */
  | 'held'
  /** Its number was removed; linked again, it is paused. */
  | 'stranded'
  | 'finished'
  | 'cancelled'

/** Actions of its owner, and what happens to a campaign. */
export type CampaignEvent =
  | CampaignAction
  | 'send_to_rest'
  | 'number_removed'
  /** Too many failures one after the other. */
  | 'failures'
  /** Nobody is left to write to. */
  | 'finished'

const ON: Readonly<Partial<Record<CampaignEvent, CampaignState>>> = {
  pause: 'paused',
  cancel: 'cancelled',
  number_removed: 'paused',
  failures: 'paused',
  finished: 'finished',
}

const TRANSITIONS: Readonly<
  Record<CampaignState, Readonly<Partial<Record<CampaignEvent, CampaignState>>>>
> = {
  draft: { start: 'queued', resume: 'queued', pause: 'draft', number_removed: 'draft' },
  scheduled: { ...ON, start: 'scheduled', resume: 'scheduled', retry_failed: 'scheduled' },
  queued: { ...ON, start: 'queued', resume: 'queued', retry_failed: 'queued' },
  running: { ...ON, start: 'running', resume: 'running', retry_failed: 'running' },
  held: { ...ON, start: 'held', resume: 'held', retry_failed: 'queued' },
  paused: {
    start: 'queued',
    resume: 'queued',
    pause: 'paused',
    cancel: 'cancelled',
    retry_failed: 'paused',
    number_removed: 'paused',
    finished: 'finished',
  },
  stranded: { pause: 'stranded', cancel: 'cancelled', number_removed: 'stranded' },
  finished: {
    start: 'finished',
    resume: 'finished',
    pause: 'finished',
    retry_failed: 'queued',
    send_to_rest: 'queued',
    number_removed: 'finished',
  },
  cancelled: { number_removed: 'cancelled', finished: 'cancelled' },
}

/**
 * The only transition function of a campaign: the state after an event, unchanged if it has no
 * effect; null if it is not allowed.
 */
export function nextCampaign(state: CampaignState, event: CampaignEvent): CampaignState | null {
  return TRANSITIONS[state][event] ?? null
}

/** The stored facts that a state follows from. */
export interface StateFacts {
  readonly enabled: boolean
  readonly pausedAt: number | null
  readonly cancelledAt: number | null
  readonly startedAt: number | null
  readonly scheduledAt: number | null
  readonly counts: Counts
  /** Its people are still being frozen. */
  readonly preparing: boolean
  readonly deviceRemoved: boolean
}

export function campaignState(facts: StateFacts, now: number): CampaignState {
  const { counts, enabled, scheduledAt } = facts
  if (facts.cancelledAt !== null) return 'cancelled'
  if (openPeople(facts) === 0) return totalOf(counts) === 0 && !enabled ? 'draft' : 'finished'
  if (facts.deviceRemoved) return 'stranded'
  if (!enabled) {
    const isUntouched = facts.pausedAt === null && counts.queued === totalOf(counts)
    return isUntouched ? 'draft' : 'paused'
  }
  if (scheduledAt !== null && scheduledAt > now) return 'scheduled'
  if (counts.held > 0 && counts.queued + counts.sending === 0) return 'held'
  return facts.startedAt === null ? 'queued' : 'running'
}

/** Actions that its owner can take now and that change something. */
export function actionsIn(state: CampaignState, { failed }: Pick<Counts, 'failed'>) {
  return Actions.options.filter((action) => {
    const next = nextCampaign(state, action)
    if (action === 'start') return state === 'draft'
    if (action === 'resume') return state === 'paused'
    if (action === 'retry_failed') return next !== null && failed > 0
    return next !== null && next !== state
  })
}

/**
 * The columns to write when an event brings a campaign into a state; `by` is the person whose
 * action it was.
 */
export function stateColumns(
  next: CampaignState,
  event: CampaignEvent,
  now: number,
  by: string | null = null,
) {
  switch (next) {
    case 'paused':
      return { ...OFF, paused_at: now, paused_by: PAUSED_BY[event] ?? 'owner', stopped_by: by }
    case 'cancelled':
      return { ...OFF, cancelled_at: now, stopped_by: by }
    case 'scheduled':
    case 'queued':
    case 'running':
    case 'held':
      return RUNNING
    default:
      return {}
  }
}

const OFF = { enabled: 0 } as const
const RUNNING = {
  enabled: 1,
  paused_at: null,
  paused_by: null,
  stopped_by: null,
  failures_in_row: 0,
} as const

const PAUSED_BY: Readonly<Partial<Record<CampaignEvent, 'number_removed' | 'failures'>>> = {
  number_removed: 'number_removed',
  failures: 'failures',
}

/**
 * People who wait or are being written to; at least one while recipients are still being added.
 */
export function openPeople({ counts, preparing }: Pick<StateFacts, 'counts' | 'preparing'>) {
  return Math.max(counts.queued + counts.held + counts.sending, preparing ? 1 : 0)
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** People whose message was sent or is being sent, and those who get none. */
export function countSettledOrSending({ counts }: Pick<Campaign, 'counts'>): number {
  const { queued: _waiting, held: _held, ...rest } = counts
  return Object.values(rest).reduce((sum, count) => sum + count, 0)
}

/** No open people: each recipient has been written to, or will not be. */
export function isFinished(
  campaign: Pick<Campaign, 'counts' | 'preparing' | 'cancelledAt'>,
): boolean {
  if (campaign.cancelledAt !== null) return false
  return openPeople(campaign) === 0 && countSettledOrSending(campaign) > 0
}

/**
 * Throws `campaign_completed`, because a change could send to new people unasked, and
 * `campaign_cancelled`.
 */
export function refuseFinished(
  campaign: Pick<Campaign, 'counts' | 'preparing' | 'cancelledAt'>,
): void {
  if (campaign.cancelledAt !== null) throw new DomainError('campaign_cancelled')
  if (isFinished(campaign)) throw new DomainError('campaign_completed')
}
