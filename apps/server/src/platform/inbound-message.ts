import type { MessageKind } from '@kirim/contract/message-kinds'
import type { StoredContent } from './message-content.ts'

/** A message to a linked number, or one that its owner wrote from the phone. */
export interface InboundMessage {
  readonly deviceId: string
  readonly messageId: string
  /** The address to reply to: the network's id of the chat. */
  readonly chatJid: string
  /**
   * The network's own identity (LID) of the chat's person, also for chats addressed by number; null
   * when unknown, and for groups.
   */
  readonly chatLid: string | null
  readonly chat: 'individual' | 'group'
  /** For an individual chat always the person, even when the owner writes there. */
  readonly senderJid: string
  /** The same person's number in international digits; null when only the LID is known. */
  readonly senderNumber: string | null
  /** The sender's username, without its @; null when the network does not provide it. */
  readonly username: string | null
  /** The sender's name on the network; empty when unknown. */
  readonly senderName: string
  readonly kind: MessageKind
  /** Text, caption, or the text of the chosen button or list entry. */
  readonly text: string
  /** The network's id of the quoted message. */
  readonly quotedId?: string | null
  /** What it has beside its text. */
  readonly content?: StoredContent | null
  /** Shown in its chat alone: nobody else hears it, and no chatbot answers it. */
  readonly isQuiet?: boolean
  /** Written from the phone by the number's owner. */
  readonly fromMe: boolean
  /** Epoch milliseconds, according to the network. */
  readonly sentAt: number
}

/** A stored inbound message. `messageId` is the key under which it is stored. */
export interface StoredMessage extends Omit<InboundMessage, 'fromMe'> {
  /** The id that the network gave it. */
  readonly networkId: string
  readonly workspaceId: string
  readonly chatKey: string
  readonly receivedAt: number
  /** How often it was edited. */
  readonly wording: number
}

export interface MessageKey {
  readonly deviceId: string
  readonly messageId: string
}

/** A chat with a message that needs an answer. */
export interface OpenChat {
  readonly deviceId: string
  readonly chatKey: string
  /** The message that was stored just now; null for an older message or an edit. */
  readonly stored: StoredMessage | null
}
