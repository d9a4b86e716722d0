import type { NewChatNews, NewChatQuota } from './new-chats.ports.ts'

/** Where the network names no end: then one person is tried. */
const UNNAMED_MS = 3_600_000

/** What is known of the chats that a device may begin. */
export interface NewChatState {
  /** Until then it writes to nobody new; once that is over, one is tried. Null without a limit. */
  readonly limitedUntil: number | null
  /** Whether the network said so, and did not just refuse somebody. */
  readonly isNamed: boolean
  readonly lockedUntil: number | null
  readonly quota: NewChatQuota | null
}

/** The state after news. A limit that was only guessed after a refusal outlasts 'no limit'. */
export function afterNews(before: NewChatState, news: NewChatNews, now: number): NewChatState {
  const lockedUntil = news.lock === undefined ? before.lockedUntil : endOf(news.lock, now)
  const quota = news.quota === undefined ? before.quota : news.quota
  const fullUntil = endOf(quota?.left === 0 ? quota : null, now)
  const named = Math.max(lockedUntil ?? 0, fullUntil ?? 0)
  if (named > now) return { limitedUntil: named, isNamed: true, lockedUntil, quota }
  const limitedUntil = before.isNamed ? null : before.limitedUntil
  return { limitedUntil, isNamed: false, lockedUntil, quota }
}

function endOf(limit: { readonly until: number | null } | null, now: number): number | null {
  return limit && (limit.until ?? now + UNNAMED_MS)
}
