import type { OutgoingMedia, SendOutcome } from '../../../platform/outgoing-message.ts'
import type { RepliesRepository } from './replies.repository.ts'
import type { PendingReply } from './reply.ts'
import type { ReplySender } from './responder.ports.ts'
import { type StillWantedDeps, whyUnwanted } from './still-wanted.ts'

const ATTEMPTS_MAX = 5
/** A phone stops showing that somebody types when it has not heard of it for a while. */
const PRESENCE_RENEWED_MS = 10_000

export interface DeliverDeps extends StillWantedDeps {
  readonly replies: RepliesRepository
  readonly sender: ReplySender
  outgoingMedia(userId: string, mediaId: string): Promise<OutgoingMedia | null>
  /** Writes down what the network says of a reply. */
  record(deviceId: string, messageId: string, status: 'sent' | 'failed'): Promise<void>
  /** The overall summary of a user has changed. */
  onSummary(userId: string): void
}

/** Whose server an answer may wait for. */
export type Outside = 'ai' | 'api'

/** How a chat's work goes on; neither waiting holds up other chats. */
export interface Pace {
  readonly signal: AbortSignal
  rest(ms: number): Promise<void>
  /** Waits for somebody else's server. */
  outside<T>(whom: Outside, call: () => Promise<T>): Promise<T>
}

/** `later`: the network has not answered; the same id is tried again. */
export type Delivery = 'settled' | 'dropped' | 'later'

/**
 * Sends one reply after its presence. One that has not left is looked at again right before: it is given up when it
 * is no longer wanted. One that may have left is sent again with the same id, whatever has changed.
 */
export async function deliverReply(
  deps: DeliverDeps,
  reply: PendingReply,
  pace: Pace,
): Promise<Delivery> {
  if (reply.state !== 'pending') return 'settled'
  if (reply.attempts >= ATTEMPTS_MAX) {
    await deps.record(reply.deviceId, reply.messageId, 'failed')
    return 'settled'
  }
  if (reply.presence) {
    if (await isDropped(deps, reply)) return 'dropped'
    await showPresence(deps, reply, pace)
  }
  if (pace.signal.aborted || !deps.sender.isOpen(reply.deviceId)) return stays(deps, reply)
  const dropped = await isDropped(deps, reply)
  const delivery = dropped ? 'dropped' : await send(deps, reply)
  if (reply.presence && delivery !== 'later') {
    await deps.sender.showPresence(reply.deviceId, reply.chatJid, 'paused')
  }
  return delivery
}

async function showPresence(
  { sender, clock }: DeliverDeps,
  { deviceId, chatJid, presence, presenceSeconds }: PendingReply,
  pace: Pace,
): Promise<void> {
  if (!presence) return
  let left = presenceSeconds * 1000
  const over = clock.now() + left
  do {
    await sender.showPresence(deviceId, chatJid, presence)
    const rest = Math.min(left, PRESENCE_RENEWED_MS)
    await pace.rest(rest)
    // A clock that was set back must not lengthen it.
    left = Math.min(left - rest, over - clock.now())
  } while (left > 0 && !pace.signal.aborted)
}

async function isDropped(deps: DeliverDeps, reply: PendingReply): Promise<boolean> {
  if (reply.mayHaveLeft) return false
  const reason = await whyUnwanted(deps, reply)
  if (reason === null) return false
  const moved = await deps.replies.drop(reply, reason)
  if (moved) deps.onSummary(moved.userId)
  return true
}

/** It was marked when it was planned, to leave at once, and has not. */
async function stays({ replies }: DeliverDeps, reply: PendingReply): Promise<'later'> {
  if (reply.marked && !reply.mayHaveLeft) await replies.mark(reply, false)
  return 'later'
}

async function send(deps: DeliverDeps, reply: PendingReply): Promise<Delivery> {
  const media = reply.mediaId ? await deps.outgoingMedia(reply.userId, reply.mediaId) : null
  // A file deleted meanwhile does not keep the words back.
  if (!media && !reply.text) {
    await deps.record(reply.deviceId, reply.messageId, 'failed')
    return 'settled'
  }
  if (!reply.marked) await deps.replies.mark(reply, true)
  const outcome = await handOver(deps, reply, media)
  if (outcome.kind === 'unknown') {
    // Only what may have left counts: a server that was killed five times is no fault of the reply.
    await deps.replies.countAttempt(reply)
    return 'later'
  }
  const status = outcome.kind === 'accepted' ? 'sent' : 'failed'
  await deps.record(reply.deviceId, reply.messageId, status)
  return 'settled'
}

async function handOver(
  deps: DeliverDeps,
  reply: PendingReply,
  media: OutgoingMedia | null,
): Promise<SendOutcome> {
  const { deviceId, messageId, chatJid: jid, text } = reply
  try {
    return await deps.sender.send(deviceId, { messageId, jid, text, media })
  } catch (error) {
    // The file could not be uploaded: this time, too, nothing has left.
    if (!reply.mayHaveLeft) await deps.replies.mark(reply, false)
    // One that may have left earlier is never dropped; without counting it could be tried for ever.
    else await deps.replies.countAttempt(reply)
    throw error
  }
}
