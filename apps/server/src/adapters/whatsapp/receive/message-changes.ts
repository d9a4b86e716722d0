import { proto } from 'baileys'
import { layersOf } from './message-text.ts'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** What is done to a message that was sent before. */
interface MessageChange {
  readonly messageId: string
  /** The message as it is from now on; null when it is deleted for everybody. */
  readonly edited: proto.IMessage | null
  /** Epoch milliseconds; 0 when it is not told. */
  readonly at: number
}

/**
 * The change that a message is; null for everything else. Phones put a new wording into an envelope
 * of its own, other clients do not.
 */
export function changeIn(message: proto.IMessage): MessageChange | null {
  const outer = layersOf(message).at(-1)
  const inner = outer?.editedMessage?.message ?? outer
  const change = inner?.protocolMessage
  const messageId = change?.key?.id
  if (!change || !messageId) return null
  if (change.type === REVOKE) return { messageId, edited: null, at: 0 }
  if (change.type !== MESSAGE_EDIT || !change.editedMessage) return null
  return { messageId, edited: change.editedMessage, at: Number(change.timestampMs) || 0 }
}
