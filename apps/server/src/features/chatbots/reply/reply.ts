import type { WrittenReply } from '../answering/responder.ports.ts'

/** One reply as it is written down before it leaves. */
export interface PlannedReply {
  readonly messageId: string
  readonly itemId: string
  /**
   * With the first reply to a message the item that fired,
   * also when it had nothing to say; null with later ones.
   */
  readonly firedItemId: string | null
  readonly hop: number
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
  /** The item the chain goes on with once this reply is settled; null at its end. */
  readonly nextItemId: string | null
  /** Whose next message is kept under the item; null when none is. */
  readonly awaitsFrom: string | null
}

/** A reply that has not been settled, or whose chain goes on. */
export interface PendingReply
  extends Pick<PlannedReply, 'messageId' | 'itemId' | 'hop' | 'nextItemId'> {
  readonly deviceId: string
  readonly inboxMessageId: string
  readonly chatKey: string
  readonly createdAt: number
  /** As it leaves. */
  readonly message: WrittenReply
}
