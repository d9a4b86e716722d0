import { proto } from 'baileys'
import { momentOf } from './content/bounds.ts'
import { layersOf } from './message-text.ts'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** A change of an earlier message. */
export interface MessageChange {
  readonly messageId: string
  /** The new content; null for a deletion or a reaction. */
  readonly edited: proto.IMessage | null
  /** The reaction; empty when it is withdrawn, null for other changes. */
  readonly emoji: string | null
  /** Epoch milliseconds; 0 if unknown. */
  readonly at: number
}

/**
 * Reads a change from a message; null for everything else. Phones wrap an edit in its own envelope,
 * other clients do not.
 */
export function changeIn(message: proto.IMessage): MessageChange | null {
  const outer = layersOf(message).at(-1)
  const inner = outer?.editedMessage?.message ?? outer
  const reaction = inner?.reactionMessage
  if (reaction?.key?.id) {
    const { key, text, senderTimestampMs } = reaction
    const at = momentOf(senderTimestampMs) ?? 0
    return { messageId: key?.id ?? '', edited: null, emoji: text ?? '', at }
  }
  const change = inner?.protocolMessage
  const messageId = change?.key?.id
  if (!change || !messageId) return null
  if (change.type === REVOKE) return { messageId, edited: null, emoji: null, at: 0 }
  if (change.type !== MESSAGE_EDIT || !change.editedMessage) return null
  const at = momentOf(change.timestampMs) ?? 0
  return { messageId, edited: change.editedMessage, emoji: null, at }
}
