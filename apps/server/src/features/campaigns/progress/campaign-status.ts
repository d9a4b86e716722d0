import type { CampaignTextCode } from '@kirim/contract/campaign-texts'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import { iso } from '../../../platform/clock.ts'
import { campaignState, openPeople, type StateFacts } from '../campaign/campaign-state.ts'
import { mayStartAt, type Sendable } from '../campaign/choose-campaign.ts'
import { type SendingNumber, waitOf } from './sending-numbers.ts'

/** The facts that determine a campaign's status, including those of the number it waits for. */
export interface StatusFacts
  extends Sendable,
    Omit<StateFacts, 'deviceRemoved'>,
    Omit<SendingNumber, 'name' | 'holds' | 'claimed' | 'isLeaving'> {
  readonly pausedBy: 'owner' | 'number_removed' | 'failures' | null
  readonly failuresInARow: number
  /** It waits for the end of a limit although none of its people are held. */
  readonly isLimited: boolean
  readonly deviceName: string
  /** Those of its several numbers that currently write to nobody new. */
  readonly waiting: readonly SendingNumber[]
  /** Its device is sending it. */
  readonly isCurrent: boolean
  /** Its file cannot be read at the moment. */
  readonly lacksMedia: boolean
  /** The network accepts no files at the moment. */
  readonly waitsForHost: boolean
  /** Nothing can be stored, and so nothing is sent. */
  readonly storageIsFull: boolean
}

/** A status, the sentence with its cause and next step, and the values in that sentence. */
export interface Standing {
  readonly status: CampaignStatus
  readonly code: CampaignTextCode
  readonly params: Readonly<Record<string, string | number>>
}

/** What a campaign is doing and why; computed on demand, so it is never stale. */
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
  if (isAway(connection) || connection === 'banned_for_now') {
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
  const slowed = standingIfSlowed(facts, isHeld, people, now)
  if (slowed) return slowed
  if (facts.waitsForHost) return { status: 'queued', code: 'media_host_away', params: { people } }
  if (facts.lacksMedia) return { status: 'queued', code: 'media_away', params: { people } }
  if (facts.isCurrent) return sending(facts, people)
  return facts.ahead === null
    ? { status: 'queued', code: 'queued_next', params: { people } }
    : { status: 'queued', code: 'queued', params: { people, campaign: facts.ahead } }
}

/** The standing while the network or the daily cap stops it; null if neither does. */
function standingIfSlowed(
  facts: StatusFacts,
  isHeld: boolean,
  people: number,
  now: number,
): Standing | null {
  const { deviceName: device } = facts
  const { limitedUntil, restsUntil, isCurrent } = facts
  if (restsUntil !== null) {
    return {
      status: 'held',
      code: 'number_resting',
      params: { people, device, at: iso(restsUntil) },
    }
  }
  const isLimited = isHeld || (facts.isLimited && !isCurrent)
  if (isLimited && limitedUntil !== null && limitedUntil > now) {
    const code = facts.isLimitNamed ? 'held_new_chats' : 'held_new_chats_guess'
    return { status: 'held', code, params: { people, device, at: iso(limitedUntil) } }
  }
  const { cap, used, endsAt } = facts.day
  if (cap !== null && used >= cap && facts.counts.sending === 0) {
    return { status: 'held', code: 'daily_cap', params: { people, device, cap, at: iso(endsAt) } }
  }
  return null
}

/** The standing while it is being sent; names the numbers that do not take part. */
function sending({ waiting }: StatusFacts, people: number): Standing {
  const [first, ...others] = waiting
  const wait = first && waitOf(first)
  if (!wait) return { status: 'sending', code: 'sending', params: { people } }
  if (others.length > 0) {
    const device = waiting.map(({ name }) => name).join(', ')
    return { status: 'sending', code: 'sending_without', params: { people, device } }
  }
  const params = { people, device: first.name }
  switch (wait.cause) {
    case 'resting':
    case 'capped': {
      const code = `sending_${wait.cause}` as const
      return { status: 'sending', code, params: { ...params, at: iso(wait.until) } }
    }
    case 'limited': {
      const code = first.isLimitNamed ? 'sending_limited' : 'sending_limited_guess'
      return { status: 'sending', code, params: { ...params, at: iso(wait.until) } }
    }
    case 'unlinked':
      return { status: 'sending', code: 'sending_unlinked_number', params }
    default:
      return { status: 'sending', code: 'sending_away', params }
  }
}

function scheduled(facts: StatusFacts, people: number, scheduledAt: number): Standing {
  const { connection, deviceName: device } = facts
  const at = iso(scheduledAt)
  return isAway(connection)
    ? { status: 'scheduled', code: `scheduled_${connection}`, params: { device, at } }
    : { status: 'scheduled', code: 'scheduled', params: { people, at } }
}

/** Whether it needs its owner to connect again. */
function isAway(
  connection: StatusFacts['connection'],
): connection is 'unlinked' | 'disconnected' | 'banned' | 'refused' {
  return ['unlinked', 'disconnected', 'banned', 'refused'].includes(connection)
}
