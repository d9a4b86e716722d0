import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../../platform/database/database.ts'

/** A message that came to a linked number, or that its owner wrote from the phone. */
export interface InboundMessage {
  readonly deviceId: string
  readonly messageId: string
  /** The address to answer to: the chat as the network knows it. */
  readonly chatJid: string
  /**
   * The network's own identity of the chat's person, also of one addressed by number;
   * null when not told, and of groups.
   */
  readonly chatLid: string | null
  readonly chat: 'individual' | 'group'
  /** Of a person's chat always the person, also when the owner writes there. */
  readonly senderJid: string
  /** Of the same: international digits; null when the network tells only its own identity. */
  readonly senderNumber: string | null
  /** The sender's name on the network; empty when unknown. */
  readonly senderName: string
  readonly kind: MessageKind
  /** Text, caption, or the words of the button or list entry that was chosen. */
  readonly text: string
  /** Written from the phone by the number's owner. */
  readonly fromMe: boolean
  /** Epoch ms, as the network says. */
  readonly sentAt: number
}

/** Resolves once the message is kept. Until then the network is not told that it arrived. */
export type KeepInbound = (message: InboundMessage) => Promise<void>

export type ShownPresence = 'composing' | 'recording' | 'paused'

/** Shows typing and recording in a chat, over the device's open session. */
export interface ReplyPresence {
  isOpen(deviceId: string): boolean
  showPresence(deviceId: string, chatJid: string, presence: ShownPresence): Promise<void>
}

/** A reply as `outgoing` stores it. */
interface ReplyMessage {
  readonly deviceId: string
  readonly userId: string
  readonly origin: 'chatbot'
  /** The inbound message that it answers. */
  readonly originId: string
  /** Its hop. */
  readonly part: number
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
}

export interface WrittenReply extends Omit<ReplyMessage, 'origin'> {
  readonly origin: 'campaign' | 'chatbot'
  readonly state: OutgoingState
  /** The database holds that it may have left. */
  readonly marked: boolean
  /**
   * It may have left: only the same id again settles it.
   * A reply just planned is marked and has not left.
   */
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** A step of a reply. */
export interface ReplyMove {
  readonly message: Pick<WrittenReply, 'deviceId' | 'messageId' | 'userId' | 'presenceSeconds'>
  readonly from: OutgoingState
  readonly to: OutgoingState
  readonly reason: string | null
}

/** `outgoing`, as replies are stored with it. */
export interface ReplyLedger {
  writeDown(
    tx: Db,
    replies: readonly ReplyMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<WrittenReply[]>
  find(deviceId: string, messageId: string): Promise<WrittenReply | null>
  /** Those of these ids that there are. */
  among(deviceId: string, messageIds: readonly string[]): Promise<WrittenReply[]>
  /** By how much the overall summary of a user changes. */
  changeTotals(
    tx: Db,
    userId: string,
    change: { total: number; sent: number; failed: number },
  ): Promise<void>
}

/** The same, as delivery needs it. */
export interface ReplyOutgoing extends ReplyLedger {
  /** Why a reply may not leave now; null when it may. */
  mayLeave(reply: WrittenReply): Promise<Refusal | null>
  /**
   * Hands a reply to the network, unless it may not leave.
   * Throws when nothing could be sent at all.
   */
  handOver(
    reply: WrittenReply,
  ): Promise<
    | { readonly kind: 'taken' | 'failed' | 'unanswered' }
    | { readonly kind: 'withheld'; readonly refusal: Refusal }
  >
  /** It was marked to be sent at once, and certainly has not left. */
  mark(reply: WrittenReply, mayHaveLeft: false): Promise<void>
  record(
    deviceId: string,
    words: readonly { messageId: string; status: 'failed'; reason: string | null }[],
  ): Promise<void>
  /**
   * Gives up a reply that has not left, and with it what else answers the same message and has not.
   */
  drop(reply: WrittenReply, reason: string): Promise<void>
  /** The unanswered replies of a number. */
  pendingOn(deviceId: string, origin: 'chatbot'): Promise<WrittenReply[]>
  /** One file as it is sent; null when it is gone, from the library or from the disk. */
  fileOf(
    userId: string,
    mediaId: string,
  ): Promise<{ readonly originalName: string; readonly fileType: string } | null>
}
