import type { ScheduleType } from '@kirim/contract/schedule'
import { activeFrom } from './active-hours.ts'

/** What decides whether a campaign may send now. */
export interface Sendable {
  readonly id: string
  readonly scheduledAt: number | null
  readonly createdAt: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
}

export type Choice<T> =
  | { readonly kind: 'send'; readonly campaign: T }
  /** None may send now; `until` is when one may (epoch ms), null when none ever will by itself. */
  | { readonly kind: 'wait'; readonly until: number | null }

/**
 * First come, first served, by the time a campaign was asked for; but one that may not send now
 * (its time, its hours) does not block one that may. Disabled campaigns must not be passed in.
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

/** When this campaign may send next, seen from `now`. */
export function mayStartAt(campaign: Sendable, now: number): number {
  const earliest = Math.max(now, campaign.scheduledAt ?? now)
  return activeFrom(earliest, campaign.scheduleType, campaign.timeZone)
}

/** When a campaign was asked for: the order in which they are served. */
export function queuedAt(campaign: Pick<Sendable, 'createdAt' | 'scheduledAt'>): number {
  return Math.max(campaign.createdAt, campaign.scheduledAt ?? 0)
}
