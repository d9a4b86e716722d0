import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../../platform/database/database.ts'

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
  /** The sender's name on the network; empty when unknown. */
  readonly senderName: string
  readonly kind: MessageKind
  /** Text, caption, or the text of the chosen button or list entry. */
  readonly text: string
  /** Written from the phone by the number's owner. */
  readonly fromMe: boolean
  /** Epoch milliseconds, according to the network. */
  readonly sentAt: number
}

/** What was done to a message afterwards: as it is now, under its own id, by whoever did it. */
export interface InboundChange extends InboundMessage {
  readonly what: 'deleted' | 'edited'
  /** By an administrator of the group, who may delete what others wrote. */
  readonly byAdmin: boolean
}

/** What other rooms write with a message, in the transaction that keeps it. */
export interface HeardInbound {
  /** True when the message has done what it asks for: nobody answers it then. */
  write(tx: Db): Promise<boolean>
  /** It is committed; what is awaited here comes before the receipt. */
  written(): Promise<void>
}

/** Looks at a message before it is kept; null when nothing is to be written with it. */
export type HearInbound = (userId: string, message: InboundMessage) => Promise<HeardInbound | null>

/** Resolves once the message is stored. Only then is its receipt sent to the network. */
export type KeepInbound = (message: InboundMessage) => Promise<void>

/** The same for what was done to a message afterwards. */
export type KeepInboundChange = (change: InboundChange) => Promise<void>

export type ShownPresence = 'composing' | 'recording' | 'paused'

/** Shows typing and recording in a chat, through the device's open session. */
export interface ReplyPresence {
  isOpen(deviceId: string): boolean
  showPresence(deviceId: string, chatJid: string, presence: ShownPresence): Promise<void>
}

/** How a number behaves while it answers, as its owner wants it. */
export interface AnswerManners {
  /** Whether anybody notices that the number answers, before it does. */
  areShown(deviceId: string): Promise<boolean>
  /** Before an answer is typed or sent; the returned function is called once it has left. */
  begin(message: {
    readonly deviceId: string
    readonly messageId: string
    readonly chatJid: string
    readonly senderJid: string | null
  }): Promise<() => void>
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
  readonly origin: 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call'
  readonly state: OutgoingState
  /** The database says that it may have been sent. */
  readonly marked: boolean
  /**
   * It may have been sent, so only the same id can be sent again. False for a reply that was just
   * stored with a mark, to be sent immediately.
   */
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** A state change of a reply. */
export interface ReplyMove {
  readonly message: Pick<WrittenReply, 'deviceId' | 'messageId' | 'userId' | 'presenceSeconds'>
  readonly from: OutgoingState
  readonly to: OutgoingState
  readonly reason: string | null
}

/** The outgoing feature, as storing replies needs it. */
export interface ReplyLedger {
  writeDown(
    tx: Db,
    replies: readonly ReplyMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<WrittenReply[]>
  find(deviceId: string, messageId: string): Promise<WrittenReply | null>
  /** The existing messages among these ids. */
  among(deviceId: string, messageIds: readonly string[]): Promise<WrittenReply[]>
  /** Forgets a message that was dropped, so that another one may take its place. */
  forgetDropped(tx: Db, deviceId: string, messageId: string): Promise<void>
  /** Changes the overall summary of a user. */
  changeTotals(
    tx: Db,
    userId: string,
    change: { total: number; sent: number; failed: number },
  ): Promise<void>
}

/** The outgoing feature, as delivery needs it. */
export interface ReplyOutgoing extends ReplyLedger {
  /** Why a reply must not be sent now; null when it may be sent. */
  mayLeave(reply: WrittenReply): Promise<Refusal | null>
  /** Whether a reply that may have been sent is not sent again yet. */
  isResting(messageId: string): boolean
  /** Sends a reply, unless a check refuses it. Throws when nothing could be sent at all. */
  handOver(
    reply: WrittenReply,
  ): Promise<
    | { readonly kind: 'taken' | 'failed' | 'unanswered' | 'limited' }
    | { readonly kind: 'withheld'; readonly refusal: Refusal }
  >
  /** Corrects a reply that was marked to be sent immediately, and certainly was not sent. */
  mark(reply: WrittenReply, mayHaveLeft: false): Promise<unknown>
  record(
    deviceId: string,
    words: readonly { messageId: string; status: 'failed'; reason: string | null }[],
  ): Promise<void>
  /** Drops a reply that was not sent, and the other unsent replies to the same message. */
  drop(reply: WrittenReply, reason: string): Promise<void>
  /** The unanswered replies of a number. */
  pendingOn(deviceId: string, origin: 'chatbot'): Promise<WrittenReply[]>
  /** A file to send; null when it is missing from the library or the disk. */
  fileOf(
    userId: string,
    mediaId: string,
  ): Promise<{ readonly originalName: string; readonly fileType: string } | null>
}
