import type { HandOver } from '@kirim/contract/hand-over'
import type { OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'

export type ShownPresence = 'composing' | 'recording' | 'paused'

/** Shows typing and recording in a chat, through the device's open session. */
export interface ReplyPresence {
  isOpen(deviceId: string): boolean
  showPresence(deviceId: string, chatJid: string, presence: ShownPresence): Promise<void>
}

/** Read receipts and presence of a number while it answers, as its owner has set them. */
export interface AnswerManners {
  /** Whether the person sees anything before the answer arrives. */
  areShown(deviceId: string): Promise<boolean>
  /** Called before an answer is typed or sent; call the returned function once it was sent. */
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
  readonly workspaceId: string
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
  readonly chatKey?: string
  /** Whether the person waits for people after it. */
  readonly keepsWaiting?: boolean
}

/**
 * Gives a chat to people after a chatbot's answer, in the transaction that records that it was
 * said; chatbots are silent there from then on.
 */
export type GiveToPeople = (
  tx: Db,
  given: {
    readonly workspaceId: string
    readonly deviceId: string
    readonly chatKey: string
    /** The answer. */
    readonly messageId: string
    readonly itemId: string
    readonly handOver: HandOver
  },
) => Promise<void>

export interface WrittenReply extends Omit<ReplyMessage, 'origin'> {
  readonly origin: 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call' | 'member'
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
  readonly message: Pick<WrittenReply, 'deviceId' | 'messageId' | 'workspaceId' | 'presenceSeconds'>
  readonly from: OutgoingState
  readonly to: OutgoingState
  readonly reason: string | null
}

/** The outgoing feature, as storing replies needs it. */
export interface ReplyLedger {
  storeMessages(
    tx: Db,
    replies: readonly ReplyMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<WrittenReply[]>
  find(deviceId: string, messageId: string): Promise<WrittenReply | null>
  /** Deletes a dropped message, so that another one can take its place. */
  forgetDropped(tx: Db, deviceId: string, messageId: string): Promise<void>
  /** Changes the overall summary of a workspace. */
  changeTotals(
    tx: Db,
    workspaceId: string,
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
    workspaceId: string,
    mediaId: string,
  ): Promise<{ readonly originalName: string; readonly fileType: string } | null>
}
