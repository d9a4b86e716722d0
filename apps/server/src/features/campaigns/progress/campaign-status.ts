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

function standing(
  status: CampaignStatus,
  code: CampaignTextCode,
  params: Standing['params'],
): Standing {
  return { status, code, params }
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
      return standing('cancelled', 'cancelled', { people })
    case 'draft':
      return people === 0
        ? standing('draft', 'draft_empty', {})
        : standing('draft', 'draft', { people })
    case 'paused':
      return paused(facts, people)
    default:
      return toBeSent(facts, state === 'held', people, now)
  }
}

function cancelled({ cancelledAt, counts }: StatusFacts): Standing {
  const params = { people: counts.skipped, at: iso(cancelledAt ?? 0) }
  return standing('cancelled', 'cancelled_by_owner', params)
}

function ended({ counts }: StatusFacts): Standing {
  const { delivered, read, sent, failed, skipped } = counts
  const total = sent + delivered + read + failed + skipped
  if (total === 0) return standing('completed', 'completed_empty', {})
  const reached = delivered + read
  return failed > 0
    ? standing('completed', 'completed_failed', { reached, total, failed })
    : standing('completed', 'completed', { reached, total })
}

function paused(facts: StatusFacts, people: number): Standing {
  const { pausedAt, pausedBy, failuresInARow: failures } = facts
  if (pausedAt === null) return standing('paused', 'paused_earlier', { people })
  const at = iso(pausedAt)
  if (pausedBy === 'failures') {
    return standing('paused', 'paused_failures', { people, at, failures })
  }
  const code = pausedBy === 'number_removed' ? 'paused_number_removed' : 'paused'
  return standing('paused', code, { people, at })
}

function toBeSent(facts: StatusFacts, isHeld: boolean, people: number, now: number): Standing {
  const { connection, deviceName: device, scheduledAt } = facts
  if (scheduledAt !== null && scheduledAt > now) return scheduled(facts, people, scheduledAt)
  if (facts.preparing) return standing('queued', 'preparing', {})
  if (isAway(connection) || connection === 'banned_for_now') {
    return standing('waiting_number', `number_${connection}`, { people, device })
  }
  const from = mayStartAt(facts, now)
  if (from > now) {
    return standing('outside_hours', 'outside_hours', { people, at: iso(from) })
  }
  if (facts.storageIsFull) return standing('queued', 'storage_full', { people })
  if (connection === 'connecting') {
    return standing('waiting_number', 'number_connecting', { people, device })
  }
  const slowed = standingIfSlowed(facts, isHeld, people, now)
  if (slowed) return slowed
  if (facts.waitsForHost) return standing('queued', 'media_host_away', { people })
  if (facts.lacksMedia) return standing('queued', 'media_away', { people })
  if (facts.isCurrent) return sending(facts, people)
  return facts.ahead === null
    ? standing('queued', 'queued_next', { people })
    : standing('queued', 'queued', { people, campaign: facts.ahead })
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
    return standing('held', 'number_resting', { people, device, at: iso(restsUntil) })
  }
  const isLimited = isHeld || (facts.isLimited && !isCurrent)
  if (isLimited && limitedUntil !== null && limitedUntil > now) {
    const code = facts.isLimitNamed ? 'held_new_chats' : 'held_new_chats_guess'
    return standing('held', code, { people, device, at: iso(limitedUntil) })
  }
  const { cap, used, endsAt } = facts.day
  if (cap !== null && used >= cap && facts.counts.sending === 0) {
    return standing('held', 'daily_cap', { people, device, cap, at: iso(endsAt) })
  }
  return null
}

/** The standing while it is being sent; names the numbers that do not take part. */
function sending({ waiting }: StatusFacts, people: number): Standing {
  const [first, ...others] = waiting
  const wait = first && waitOf(first)
  if (!wait) return standing('sending', 'sending', { people })
  if (others.length > 0) {
    const device = waiting.map(({ name }) => name).join(', ')
    return standing('sending', 'sending_without', { people, device })
  }
  const params = { people, device: first.name }
  switch (wait.cause) {
    case 'resting':
    case 'capped': {
      const code = `sending_${wait.cause}` as const
      return standing('sending', code, { ...params, at: iso(wait.until) })
    }
    case 'limited': {
      const code = first.isLimitNamed ? 'sending_limited' : 'sending_limited_guess'
      return standing('sending', code, { ...params, at: iso(wait.until) })
    }
    case 'unlinked':
      return standing('sending', 'sending_unlinked_number', params)
    default:
      return standing('sending', 'sending_away', params)
  }
}

function scheduled(facts: StatusFacts, people: number, scheduledAt: number): Standing {
  const { connection, deviceName: device } = facts
  const at = iso(scheduledAt)
  return isAway(connection)
    ? standing('scheduled', `scheduled_${connection}`, { device, at })
    : standing('scheduled', 'scheduled', { people, at })
}

/** Whether it needs its owner to connect again. */
function isAway(
  connection: StatusFacts['connection'],
): connection is 'unlinked' | 'disconnected' | 'banned' | 'refused' {
  return ['unlinked', 'disconnected', 'banned', 'refused'].includes(connection)
}
