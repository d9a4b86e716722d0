import type { NewChatQuota } from './new-chats.ports.ts'

/** Chats that a device may begin in some time; null for any number. */
interface Chats {
  readonly cap: number | null
  readonly used: 0
  readonly endsAt: number
}

const UNCOUNTED: Chats = { cap: null, used: 0, endsAt: Number.POSITIVE_INFINITY }

/**
 * Of the time of a moment. After the one that the network has told of come as many again in as long
 * a time, and so on; where it says too little for that, nobody knows, and any number may.
 */
export function chatsAt(quota: NewChatQuota | null, at: number): Chats {
  if (!quota || quota.until === null) return UNCOUNTED
  const { left, of, from, until } = quota
  if (at < until) return { cap: left, used: 0, endsAt: until }
  if (from === null || from >= until || of === 0) return UNCOUNTED
  const length = until - from
  return { cap: of, used: 0, endsAt: until + (Math.floor((at - until) / length) + 1) * length }
}
