import type { CampaignTextCode } from '@kirim/contract/campaign-texts'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import type { NumberDay } from '../campaigns.ports.ts'
import { iso } from '../iso-time.ts'
import { mayStartAt, type Sendable } from '../send/choose-campaign.ts'
import { campaignState, openPeople, type StateFacts } from '../state/campaign-state.ts'

/** The state of a number's connection; `connecting` means that it reconnects by itself. */
export type NumberConnection = 'connected' | 'connecting' | 'disconnected' | 'unlinked' | 'removed'

/** The facts that determine a campaign's status. */
export interface StatusFacts extends Sendable, Omit<StateFacts, 'deviceRemoved'> {
  readonly pausedBy: 'owner' | 'number_removed' | 'failures' | null
  readonly failuresInARow: number
  /** Until then the network lets its number write to nobody new; null without a limit. */
  readonly limitedUntil: number | null
  /** The network itself has said until when. */
  readonly isLimitNamed: boolean
  /** All of its several devices are limited so; nobody of it is held then. */
  readonly isLimited: boolean
  /** How many people its number has written to today, and may write to. */
  readonly day: NumberDay
  readonly deviceName: string
  readonly connection: NumberConnection
  /** Its device is sending it. */
  readonly isCurrent: boolean
  /** Nothing can be stored, and so nothing is sent. */
  readonly storageIsFull: boolean
  /** The name of the campaign that the same device is sending; null while it sends none. */
  readonly ahead: string | null
}

/** A status, the sentence with its cause and next step, and the values in that sentence. */
export interface Standing {
  readonly status: CampaignStatus
  readonly code: CampaignTextCode
  readonly params: Readonly<Record<string, string | number>>
}

/** What a campaign is doing now, and why; computed on demand, so it cannot be stale. */
export function campaignStanding(facts: StatusFacts, now: number): Standing {
  const people = openPeople(facts)
  const state = campaignState({ ...facts, deviceRemoved: facts.connection === 'removed' }, now)
  switch (state) {
    case 'cancelled':
      return cancelled(facts)
    case 'finished':
      return ended(facts)
    case 'stranded':
      return { status: 'cancelled', code: 'cancelled', params: { people } }
    case 'draft':
      return people === 0
        ? { status: 'draft', code: 'draft_empty', params: {} }
        : { status: 'draft', code: 'draft', params: { people } }
    case 'paused':
      return paused(facts, people)
    default:
      return toBeSent(facts, state === 'held', people, now)
  }
}

function cancelled({ cancelledAt, counts }: StatusFacts): Standing {
  const params = { people: counts.skipped, at: iso(cancelledAt ?? 0) }
  return { status: 'cancelled', code: 'cancelled_by_owner', params }
}

function ended({ counts }: StatusFacts): Standing {
  const { delivered, read, sent, failed, skipped } = counts
  const total = sent + delivered + read + failed + skipped
  if (total === 0) return { status: 'completed', code: 'completed_empty', params: {} }
  const reached = delivered + read
  return failed > 0
    ? { status: 'completed', code: 'completed_failed', params: { reached, total, failed } }
    : { status: 'completed', code: 'completed', params: { reached, total } }
}

function paused(facts: StatusFacts, people: number): Standing {
  const { pausedAt, pausedBy, failuresInARow: failures } = facts
  if (pausedAt === null) return { status: 'paused', code: 'paused_earlier', params: { people } }
  const at = iso(pausedAt)
  if (pausedBy === 'failures') {
    return { status: 'paused', code: 'paused_failures', params: { people, at, failures } }
  }
  const code = pausedBy === 'number_removed' ? 'paused_number_removed' : 'paused'
  return { status: 'paused', code, params: { people, at } }
}

function toBeSent(facts: StatusFacts, isHeld: boolean, people: number, now: number): Standing {
  const { connection, deviceName: device, scheduledAt } = facts
  if (scheduledAt !== null && scheduledAt > now) return scheduled(facts, people, scheduledAt)
  if (facts.preparing) return { status: 'queued', code: 'preparing', params: {} }
  if (connection === 'unlinked' || connection === 'disconnected') {
    return { status: 'waiting_number', code: `number_${connection}`, params: { people, device } }
  }
  const from = mayStartAt(facts, now)
  if (from > now) {
    return { status: 'outside_hours', code: 'outside_hours', params: { people, at: iso(from) } }
  }
  if (facts.storageIsFull) return { status: 'queued', code: 'storage_full', params: { people } }
  if (connection === 'connecting') {
    return { status: 'waiting_number', code: 'number_connecting', params: { people, device } }
  }
  const { limitedUntil, isCurrent } = facts
  const isLimited = isHeld || (facts.isLimited && !isCurrent)
  if (isLimited && limitedUntil !== null && limitedUntil > now) {
    const code = facts.isLimitNamed ? 'held_new_chats' : 'held_new_chats_guess'
    return { status: 'held', code, params: { people, at: iso(limitedUntil) } }
  }
  const { cap, used, endsAt } = facts.day
  if (cap !== null && used >= cap && facts.counts.sending === 0) {
    return { status: 'held', code: 'daily_cap', params: { people, cap, at: iso(endsAt) } }
  }
  if (isCurrent) return { status: 'sending', code: 'sending', params: { people } }
  return facts.ahead === null
    ? { status: 'queued', code: 'queued_next', params: { people } }
    : { status: 'queued', code: 'queued', params: { people, campaign: facts.ahead } }
}

function scheduled(facts: StatusFacts, people: number, scheduledAt: number): Standing {
  const { connection, deviceName: device } = facts
  const at = iso(scheduledAt)
  return connection === 'unlinked' || connection === 'disconnected'
    ? { status: 'scheduled', code: `scheduled_${connection}`, params: { device, at } }
    : { status: 'scheduled', code: 'scheduled', params: { people, at } }
}
