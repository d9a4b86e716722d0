import type { DeliveryState, OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'
import type { OutgoingTable } from '../../platform/database/schema.ts'

/** A message as it is handed to the network, its id chosen and stored beforehand. */
export interface OutgoingMessage {
  readonly messageId: string
  /** The identity the network resolved the recipient to. */
  readonly jid: string
  readonly text: string
  readonly media: OutgoingMedia | null
}

export interface OutgoingMedia {
  readonly path: string
  readonly fileType: string
  readonly originalName: string
}

export type SendOutcome =
  /** The network has taken the message. */
  | { readonly kind: 'accepted' }
  /** The network said no; trying again would not help. `code` is the network's own. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection went before an answer came: whether it arrived is not known. */
  | { readonly kind: 'unknown' }

/** What the network says of a sent message. */
export interface ReceiptReport {
  readonly messageId: string
  readonly status: Exclude<DeliveryState, 'pending'>
}

/** Sends over a device's open session. */
export interface MessageSender {
  /**
   * The network's identity for a number; null when the number is not on the network. Throws when
   * not connected.
   */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /** Sending the same id again is harmless: the receiver drops an id it has seen. */
  send(deviceId: string, message: OutgoingMessage): Promise<SendOutcome>
}

/** A message sent earlier, to answer a receiver who could not read it. */
export interface SentMessages {
  find(deviceId: string, messageId: string): Promise<OutgoingMessage | null>
}

/** The media library, as what leaves needs it. */
export interface OutgoingLibrary {
  /** The owner's files among these ids. */
  find(
    userId: string,
    ids: readonly string[],
  ): Promise<readonly { fileName: string; fileType: string; originalName: string }[]>
  /** Where the bytes are; null when they are gone. */
  localPath(fileName: string): string | null
}

export type OriginKind = OutgoingTable['origin']

/** What makes the message leave, and the one thing of it that the message belongs to. */
export interface FromOrigin {
  readonly deviceId: string
  readonly userId: string
  readonly origin: OriginKind
  /** Of a campaign the recipient, of a chatbot the inbound message that it answers. */
  readonly originId: string
}

/** A message as it is written down before it leaves. */
export interface PlannedMessage extends FromOrigin {
  readonly messageId: string
  /** Its place among those of the same origin. */
  readonly part: number
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
}

export interface WrittenMessage extends PlannedMessage {
  readonly state: OutgoingState
  /** The database holds that it may have left. */
  readonly marked: boolean
  /**
   * It may have left: only the same id again settles it. One that was written down this moment to
   * leave at once is marked and has not left.
   */
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** From one state of a message to another. */
export interface Step {
  readonly message: WrittenMessage
  readonly from: OutgoingState
  readonly to: OutgoingState
  /** Why it failed or was dropped: a stable code. */
  readonly reason: string | null
}

/** A step that is written down. */
export interface Move extends Step {
  /** What was locked meanwhile: the campaign of a campaign's message. */
  readonly holder: string | null
}

/** One reason to keep a message back. Asks only through the handle that it is given. */
export type Check = (message: FromOrigin & { messageId: string }, db: Db) => Promise<Refusal | null>

/** What an origin of messages tells this feature. */
export interface OriginPort {
  /** Words whose file is gone are sent without it; else they have failed. */
  readonly sendsWordsAlone: boolean
  /**
   * Of a message that may have left before, whether an attempt counts that came to nothing on our
   * side; else it is tried until it goes well.
   */
  readonly faultsCount: boolean
  /** Set when its own rows must be locked before those of its messages. */
  readonly holds?: {
    /** What to hold for each of these; one that is not named may not move. */
    of(originIds: readonly string[]): Promise<ReadonlyMap<string, string>>
    take(tx: Db, holder: string): Promise<void>
  }
  /** Follows steps of its messages, in their order and in the transaction that writes them down. */
  onMoves(tx: Db, moves: readonly Move[]): Promise<void>
}

export type Origins = Readonly<Record<OriginKind, OriginPort>>
