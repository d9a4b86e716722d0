import { type Clock, pause } from '../../platform/clock.ts'
import type { OutgoingMedia } from '../../platform/outgoing-message.ts'
import type { PendingReply, RepliesRepository } from './replies.repository.ts'
import type { ReplySender } from './responder.ports.ts'

const ATTEMPTS_MAX = 5

export interface DeliverDeps {
  readonly replies: RepliesRepository
  readonly sender: ReplySender
  readonly clock: Clock
  outgoingMedia(userId: string, mediaId: string): Promise<OutgoingMedia | null>
  /** Writes down what the network says of a reply. */
  record(deviceId: string, messageId: string, status: 'sent' | 'failed'): Promise<void>
}

/**
 * Sends what is written down for a chat, in order, each after its presence. Stops at the first that the
 * network does not answer: it is tried again with the same id. True when nothing is left.
 */
export async function deliverReplies(
  deps: DeliverDeps,
  deviceId: string,
  chatKey: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (const reply of await deps.replies.pending(deviceId, chatKey)) {
    if (signal.aborted) return false
    if (reply.attempts >= ATTEMPTS_MAX) {
      await deps.record(deviceId, reply.messageId, 'failed')
      continue
    }
    await showPresence(deps, reply, signal)
    if (signal.aborted) return false
    if (!(await deliver(deps, reply))) return false
  }
  return true
}

async function showPresence(
  deps: DeliverDeps,
  reply: PendingReply,
  signal: AbortSignal,
): Promise<void> {
  if (!reply.presence) return
  await deps.sender.showPresence(reply.deviceId, reply.chatJid, reply.presence)
  await pause(deps.clock, reply.presenceSeconds * 1000, signal)
}

async function deliver(deps: DeliverDeps, reply: PendingReply): Promise<boolean> {
  const media = reply.mediaId ? await deps.outgoingMedia(reply.userId, reply.mediaId) : null
  // A file deleted meanwhile does not keep the words back.
  if (!media && !reply.text) {
    await deps.record(reply.deviceId, reply.messageId, 'failed')
    return true
  }
  const { messageId, chatJid: jid, text } = reply
  const outcome = await deps.sender.send(reply.deviceId, { messageId, jid, text, media })
  if (outcome.kind === 'unknown') {
    // Only what may have left counts: a server that was killed five times is no fault of the reply.
    await deps.replies.countAttempt(reply)
    return false
  }
  await deps.record(reply.deviceId, messageId, outcome.kind === 'accepted' ? 'sent' : 'failed')
  if (reply.presence) await deps.sender.showPresence(reply.deviceId, jid, 'paused')
  return true
}
