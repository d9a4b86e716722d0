import type { Inbox } from '../chatbots.ports.ts'
import type { ChatRestraintRepository, LoopLimit } from './chat-restraint.repository.ts'

/** Why the chatbot holds back although an item matches. */
export interface Restraint {
  readonly reason: 'loop_guard' | 'person_answered' | 'cooldown'
  /** Epoch milliseconds. */
  readonly until: number
  /** The limit by which the loop guard has just decided to pause this chat; not stored yet. */
  readonly begins: LoopLimit | null
}

export interface RestraintDeps {
  readonly inbox: Pick<Inbox, 'lastOwnAt'>
  readonly pausedForPeople: PausedForPeople
  readonly chats: Pick<ChatRestraintRepository, 'pauseOf' | 'recentReplies' | 'lastFiredAt'>
}

interface ChatAddress {
  readonly deviceId: string
  readonly chatKey: string
}

/**
 * Until when a chat belongs to people, because one of ours wrote in it or it was handed over to
 * them, in epoch milliseconds; null when it does not.
 */
export type PausedForPeople = (chat: ChatAddress, now: number) => Promise<number | null>

/** Null when nothing holds the item back in this chat. Only reads. */
export async function findRestraint(
  deps: RestraintDeps,
  { quietMinutes, cooldownSeconds }: { quietMinutes: number; cooldownSeconds: number },
  { deviceId, chatKey, itemId }: ChatAddress & { itemId: string },
  now: number,
): Promise<Restraint | null> {
  const looping = await findLoop(deps, { deviceId, chatKey }, now)
  if (looping) return looping
  const quietUntil = await findQuietUntil(deps, quietMinutes, { deviceId, chatKey }, now)
  if (quietUntil > now) return { reason: 'person_answered', until: quietUntil, begins: null }
  if (cooldownSeconds > 0) {
    const cooldown = cooldownSeconds * 1000
    const fired = await deps.chats.lastFiredAt(deviceId, chatKey, itemId, now - cooldown)
    const ends = (fired ?? Number.NEGATIVE_INFINITY) + cooldown
    if (ends > now) return { reason: 'cooldown', until: ends, begins: null }
  }
  return null
}

/** The loop guard alone, which also applies between the replies of a chain. Only reads. */
export async function findLoop(
  { chats }: Pick<RestraintDeps, 'chats'>,
  { deviceId, chatKey }: ChatAddress,
  now: number,
): Promise<Restraint | null> {
  const pause = await chats.pauseOf(deviceId, chatKey)
  if (pause.until > now) return { reason: 'loop_guard', until: pause.until, begins: null }
  const since = Math.max(now - LOOP_WINDOW_MS, pause.countedFrom)
  const times = await chats.recentReplies(deviceId, chatKey, since, LOOP_REPLIES)
  const begins = exceededLimit(times, now)
  return begins && { reason: 'loop_guard', until: now + LOOP_PAUSE_MS, begins }
}

/**
 * Until when the chatbot stays quiet after people wrote in this chat: as the rules of chats say, or
 * longer after the owner replied from the phone, as the number's own settings say.
 */
export async function findQuietUntil(
  { inbox, pausedForPeople }: Pick<RestraintDeps, 'inbox' | 'pausedForPeople'>,
  quietMinutes: number,
  { deviceId, chatKey }: ChatAddress,
  now: number,
): Promise<number> {
  const paused = (await pausedForPeople({ deviceId, chatKey }, now)) ?? Number.NEGATIVE_INFINITY
  if (quietMinutes === 0) return paused
  const quiet = quietMinutes * 60_000
  const answered = await inbox.lastOwnAt(deviceId, chatKey, now - quiet)
  return Math.max(paused, (answered ?? Number.NEGATIVE_INFINITY) + quiet)
}

/** Stops two bots that answer each other, at once or after a presence. Always on. */
const LIMITS: Readonly<Record<LoopLimit, { windowMs: number; replies: number }>> = {
  minute: { windowMs: 60_000, replies: 20 },
  hour: { windowMs: 60 * 60_000, replies: 60 },
}

/** How long a chat is paused after exceeding a limit; not shorter than any window. */
export const LOOP_PAUSE_MS = 60 * 60_000
/** How far back, and how many replies, the guard looks at. */
const LOOP_WINDOW_MS = LIMITS.hour.windowMs
const LOOP_REPLIES = LIMITS.hour.replies

/**
 * The limit that another automatic reply would exceed; `times` are those of a chat, newest first.
 */
export function exceededLimit(times: readonly number[], now: number): LoopLimit | null {
  for (const bound of ['minute', 'hour'] as const) {
    const { windowMs, replies } = LIMITS[bound]
    const oldest = times[replies - 1]
    if (oldest !== undefined && oldest > now - windowMs) return bound
  }
  return null
}
