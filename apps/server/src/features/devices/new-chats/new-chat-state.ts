import type { NewChatNews, NewChatQuota } from '../devices.ports.ts'

/** How long a limit lasts if the network names no end; then one new person is tried. */
const UNNAMED_MS = 3_600_000

/** The network's limits on the chats that a device may begin. */
export interface NewChatState {
  /**
   * The end of the limit: until then the device writes to nobody new, afterwards to one person
   * first. Null without a limit.
   */
  readonly limitedUntil: number | null
  /** Whether the network itself named the end; otherwise it is a guess. */
  readonly isNamed: boolean
  /** Whether it also covers people who were written to and have never answered. */
  readonly holdsUnanswered: boolean
  readonly lockedUntil: number | null
  readonly quota: NewChatQuota | null
}

const UNLIMITED = { limitedUntil: null, isNamed: false, holdsUnanswered: false } as const

/**
 * The state after news. A limit that was only guessed after a refusal outlasts 'no limit'; one that
 * the network set without an end does not.
 */
export function afterNews(before: NewChatState, news: NewChatNews, now: number): NewChatState {
  const locked = news.lock === undefined ? lockBefore(before) : endOf(news.lock, now)
  const quota = news.quota === undefined ? before.quota : news.quota
  const full = endOf(quota?.left === 0 ? quota : null, now)
  const lockedUntil = locked?.until ?? null
  const last = full && full.until >= (locked?.until ?? 0) ? full : locked
  if (last && last.until > now) {
    return { ...before, limitedUntil: last.until, isNamed: last.isNamed, lockedUntil, quota }
  }
  const isLifted =
    before.isNamed ||
    (news.lock === null && before.lockedUntil !== null) ||
    (news.quota !== undefined && before.quota?.left === 0)
  if (isLifted) return { ...UNLIMITED, lockedUntil, quota }
  return { ...before, isNamed: false, lockedUntil, quota }
}

interface End {
  readonly until: number
  /** Whether the network itself named the end. */
  readonly isNamed: boolean
}

function lockBefore({ lockedUntil, limitedUntil, isNamed }: NewChatState): End | null {
  if (lockedUntil === null) return null
  return { until: lockedUntil, isNamed: isNamed || limitedUntil !== lockedUntil }
}

function endOf(limit: { readonly until: number | null } | null, now: number): End | null {
  return limit && { until: limit.until ?? now + UNNAMED_MS, isNamed: limit.until !== null }
}

/** Chats that a device may begin in a period; a null `cap` means no limit. */
interface Chats {
  readonly cap: number | null
  readonly used: 0
  readonly endsAt: number
}

const UNCOUNTED: Chats = { cap: null, used: 0, endsAt: Number.POSITIVE_INFINITY }

/**
 * The chats of the period that contains `at`. Later periods are assumed to have the length and the
 * number of chats of the one that the network has named; without enough data there is no limit.
 */
export function chatsAt(quota: NewChatQuota | null, at: number): Chats {
  if (!quota || quota.until === null) return UNCOUNTED
  const { left, of, from, until } = quota
  if (at < until) return { cap: left, used: 0, endsAt: until }
  if (from === null || from >= until || of === 0) return UNCOUNTED
  const length = until - from
  return { cap: of, used: 0, endsAt: until + (Math.floor((at - until) / length) + 1) * length }
}
