import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'

/** The facts that decide whether a campaign may send now. */
export interface Sendable {
  readonly id: string
  readonly scheduledAt: number | null
  readonly createdAt: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
}

export type Choice<T> =
  | { readonly kind: 'send'; readonly campaign: T }
  /**
   * No campaign may send now; `until` is when one may (epoch milliseconds), null when none ever
   * will.
   */
  | { readonly kind: 'wait'; readonly until: number | null }

/**
 * First come, first served, by queue time; but a campaign that may not send now (its start, its
 * hours) does not block others. Pass enabled campaigns only.
 */
export function chooseCampaign<T extends Sendable>(
  campaigns: readonly T[],
  now: number,
): Choice<T> {
  const inOrder = [...campaigns].sort((a, b) => queuedAt(a) - queuedAt(b) || (a.id < b.id ? -1 : 1))
  let until: number | null = null
  for (const campaign of inOrder) {
    const from = mayStartAt(campaign, now)
    if (from <= now) return { kind: 'send', campaign }
    until = until === null ? from : Math.min(until, from)
  }
  return { kind: 'wait', until }
}

/** A campaign with the counts that a limit of its number affects. */
interface Limitable extends Sendable {
  readonly counts: { readonly queued: number; readonly held: number; readonly sending: number }
}

/**
 * Like `chooseCampaign`, but while new chats are limited a campaign whose people are all held waits
 * for the end of the limit and does not block others.
 */
export function chooseAmong<T extends Limitable>(
  campaigns: readonly T[],
  limitedUntil: number | null,
  now: number,
): Choice<T> {
  if (limitedUntil === null || limitedUntil <= now) return chooseCampaign(campaigns, now)
  const isHeld = ({ counts }: T) => counts.queued + counts.sending === 0
  const choice = chooseCampaign(
    campaigns.filter((campaign) => !isHeld(campaign)),
    now,
  )
  if (choice.kind === 'send' || !campaigns.some(isHeld)) return choice
  return { kind: 'wait', until: Math.min(choice.until ?? limitedUntil, limitedUntil) }
}

/** Like `chooseCampaign`, once the daily cap is reached: only started people are finished. */
export function chooseStarted<T extends Limitable>(
  campaigns: readonly T[],
  endsAt: number,
  now: number,
): Choice<T> {
  const started = campaigns.filter(({ counts }) => counts.sending > 0)
  const choice = chooseCampaign(started, now)
  if (choice.kind === 'send' || campaigns.length === 0) return choice
  return { kind: 'wait', until: Math.min(choice.until ?? endsAt, endsAt) }
}

/** When this campaign may send next, as of `now`. */
export function mayStartAt(campaign: Sendable, now: number): number {
  const earliest = Math.max(now, campaign.scheduledAt ?? now)
  return activeFrom(earliest, campaign.scheduleType, campaign.timeZone)
}

/** When a campaign joined the queue: the order in which campaigns are served. */
export function queuedAt(campaign: Pick<Sendable, 'createdAt' | 'scheduledAt'>): number {
  return Math.max(campaign.createdAt, campaign.scheduledAt ?? 0)
}

const MINUTE_MS = 60_000

const HOUR_MS = 60 * MINUTE_MS

const HOURS_TO_LOOK_AHEAD = 26

/**
 * When a campaign with this schedule may send: `now` during an active hour, otherwise the start of
 * the next one in the campaign's time zone (epoch milliseconds).
 */
export function activeFrom(now: number, schedule: ScheduleType, timeZone: string): number {
  const hours = HOURS_BY_SCHEDULE[schedule]
  if (hours.length === 0) return now
  let moment = now
  for (let step = 0; step < HOURS_TO_LOOK_AHEAD; step++) {
    const local = zonedClock(moment, timeZone)
    if (!local || hours.includes(local.hour)) return moment
    // Some zones are not whole hours off UTC.
    const intoHour = Number(local.format('m', 'en')) * MINUTE_MS + (moment % MINUTE_MS)
    moment += HOUR_MS - intoHour
  }
  return moment
}
