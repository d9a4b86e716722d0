import type { WrittenReply } from '../answering/responder.ports.ts'

/** A reply before it is stored. */
export interface PlannedReply {
  readonly messageId: string
  readonly itemId: string
  /**
   * On the first reply to a message the item that fired, even when it had no reply of its own; null
   * on later ones.
   */
  readonly firedItemId: string | null
  readonly hop: number
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
  /** The item that continues the chain once this reply is settled; null at its end. */
  readonly nextItemId: string | null
  /** The person whose next message the item saves; null for none. */
  readonly awaitsFrom: string | null
}

/** An unsettled reply, or one with an unfinished chain. */
export interface PendingReply
  extends Pick<PlannedReply, 'messageId' | 'itemId' | 'hop' | 'nextItemId'> {
  readonly deviceId: string
  readonly inboxMessageId: string
  readonly chatKey: string
  readonly createdAt: number
  /** The outgoing message. */
  readonly message: WrittenReply
}
