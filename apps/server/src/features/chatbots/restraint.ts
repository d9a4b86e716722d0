import type { InboxRepository } from './inbox.repository.ts'
import type { RepliesRepository } from './replies.repository.ts'

const LOOP_WINDOW_MS = 60_000
const LOOP_REPLIES = 20
const LOOP_PAUSE_MS = 60 * 60_000

/** Why the chatbot holds back although an item matches. */
export interface Restraint {
  readonly reason: 'loop_guard' | 'person_answered' | 'cooldown'
  /** Epoch ms. */
  readonly until: number
  /** The loop guard only now finds that this chat has to be paused; nobody has written it down yet. */
  readonly begins: boolean
}

export interface RestraintDeps {
  readonly inbox: Pick<InboxRepository, 'lastOwnAt'>
  readonly replies: Pick<RepliesRepository, 'pausedUntil' | 'countSince' | 'lastFiredAt'>
}

/** Null when nothing holds the item back in this chat. Only reads. */
export async function restraintOf(
  { inbox, replies }: RestraintDeps,
  { quietMinutes, cooldownSeconds }: { quietMinutes: number; cooldownSeconds: number },
  { deviceId, chatKey, itemId }: { deviceId: string; chatKey: string; itemId: string },
  now: number,
): Promise<Restraint | null> {
  const paused = await replies.pausedUntil(deviceId, chatKey)
  if (paused > now) return { reason: 'loop_guard', until: paused, begins: false }
  if ((await replies.countSince(deviceId, chatKey, now - LOOP_WINDOW_MS)) >= LOOP_REPLIES) {
    return { reason: 'loop_guard', until: now + LOOP_PAUSE_MS, begins: true }
  }
  if (quietMinutes > 0) {
    const answered = await inbox.lastOwnAt(deviceId, chatKey)
    const ends = (answered ?? Number.NEGATIVE_INFINITY) + quietMinutes * 60_000
    if (ends > now) return { reason: 'person_answered', until: ends, begins: false }
  }
  if (cooldownSeconds > 0) {
    const fired = await replies.lastFiredAt(deviceId, chatKey, itemId)
    const ends = (fired ?? Number.NEGATIVE_INFINITY) + cooldownSeconds * 1000
    if (ends > now) return { reason: 'cooldown', until: ends, begins: false }
  }
  return null
}
