import type { MessageKind } from '@kirim/contract/message-kinds'
import type { DeliveryState, OutgoingState, PersonRefusal, Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'
import type { OutgoingContent } from '../../platform/message-content.ts'

/** A message as the network receives it; its id was chosen and stored beforehand. */
export interface OutgoingMessage {
  readonly messageId: string
  /** The identity to which the network resolved the recipient. */
  readonly jid: string
  readonly text: string
  readonly media: OutgoingMedia | null
  readonly content?: OutgoingContent
}

export interface OutgoingMedia {
  readonly path: string
  readonly fileType: string
  readonly originalName: string
  readonly facts?: OutgoingFacts
}

/** Metadata sent with a file; null where unknown. */
export interface OutgoingFacts {
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
  /** A small JPEG, in base64. */
  readonly thumbnail: string | null
  /** Plays in a loop. */
  readonly isLooping: boolean
}

export type SendOutcome =
  /** The network accepted the message. */
  | { readonly kind: 'accepted' }
  /** The network refused it, and retrying would not help. `code` is the network's own. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The network limits new chats of the device, and refused the message for that. */
  | { readonly kind: 'limited' }
  /** The network rate-limits the device: nothing was sent, or it was not accepted. */
  | { readonly kind: 'overloaded' }
  /** The network could not accept it for a temporary reason. `code` is the network's own. */
  | { readonly kind: 'unable'; readonly code: string }
  /**
   * It is unknown whether the message arrived: the connection was lost before an answer came, or
   * none came while it stayed open.
   */
  | { readonly kind: 'unknown'; readonly lost?: boolean }
  /** It was not sent: the final check refused it. */
  | { readonly kind: 'withdrawn'; readonly refusal: Refusal }

/** When a prepared message leaves. */
export interface Departure {
  /** Resolves when it may leave. Called after it is encrypted. */
  moment(): Promise<void>
  /** Called when the network has answered. */
  answered(): void
}

/** A receipt from the network about a sent message. */
export interface ReceiptReport {
  readonly messageId: string
  readonly status: Exclude<DeliveryState, 'pending'>
  /** The network's code of a refusal that came after the wait for it ended. */
  readonly code?: string
}

/** Why a message must not leave after all; null when it may. The receiver is null for a group. */
export type LastWord = (receiver: Receiver | null) => Promise<Refusal | null>

/** Sends through a device's open session. */
export interface MessageSender {
  /**
   * The network's identity of a number; null when the number is not on the network. Throws when not
   * connected.
   */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /**
   * Sending the same id again is harmless: the receiver drops an id it has seen. `lastWord` is the
   * final check, at the last point where an opt-out can still stop the message, under every known
   * identity. With a `departure` the message leaves at its moment. Throws when nothing was sent:
   * the device is not connected, or something other than the message failed.
   */
  send(
    deviceId: string,
    message: OutgoingMessage,
    lastWord: LastWord,
    departure?: Departure,
  ): Promise<SendOutcome>
}

/** A message sent earlier, for a receiver who could not decrypt it. */
export interface SentMessages {
  /** Null for a person who opted out, under any identity of the address. */
  find(
    deviceId: string,
    messageId: string,
    receiverOf?: (jid: string) => Promise<Receiver | null>,
  ): Promise<OutgoingMessage | null>
  /** The chat of each of the device's messages among these ids. */
  chatsOf(deviceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The part of the media library that sending needs. */
export interface OutgoingLibrary {
  /** The workspace's files among these ids. */
  find(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<
    readonly {
      fileName: string
      fileType: string
      originalName: string
      facts?: OutgoingFacts
    }[]
  >
  /** The path of the bytes; null when they are missing. Throws while their storage is away. */
  localPath(fileName: string): Promise<string | null>
}

/** The devices leased by this node. A node that lost a lease must not send for the device. */
export interface OwnedDevices {
  /** Throws when another node has it; otherwise none can take it before the transaction ends. */
  require(tx: Db, deviceId: string): Promise<void>
  /** Runs `work` under that guarantee. */
  whileOwned<T>(deviceId: string, work: (tx: Db) => Promise<T>): Promise<T>
}

export type OriginKind = OutgoingTable['origin']

/** The origin of a message, and the entry of the origin to which it belongs. */
export interface FromOrigin {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: OriginKind
  /** For a campaign the recipient, otherwise the inbound message that is answered. */
  readonly originId: string
}

/** The receiver that a message is about to be encrypted for, as the network knows it. */
export interface Receiver {
  /** International digits, as the network writes them. */
  readonly phoneNumber: string | null
  /** The network's own identity. */
  readonly lid: string | null
}

/** The person a message is for, by number, by the network's own identity, or by both. */
export interface Addressee {
  readonly workspaceId: string
  /** International digits. */
  readonly phoneNumber: string | null
  /** The number of their account, which the network may format differently. */
  readonly networkNumber?: string | null
  /** The network's own identity. */
  readonly lid: string | null
  /** Known only right before it leaves. */
  readonly receiver?: Receiver
}

/** A message before it is stored. */
export interface PlannedMessage extends FromOrigin {
  readonly messageId: string
  /** Its position among the messages of the same origin. */
  readonly part: number
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
  /** The key of the chat, if the origin knows it; otherwise it is found by the address. */
  readonly chatKey?: string
  readonly content?: OutgoingContent
  /** Who of the team wrote it. */
  readonly personId?: string
  /** As its chat shows it, when that is known. */
  readonly kind?: MessageKind
  /** It is an answer after which the person still waits: for people. */
  readonly keepsWaiting?: boolean
}

/** The stored chats. */
export interface Chats {
  /**
   * Updates the chats of messages in the transaction that stores these; returns the chat id of each
   * message.
   */
  update(tx: Db, messages: readonly PlannedMessage[], now: number): Promise<readonly string[]>
  /** Reverts that in the transaction that drops messages. */
  takeBack(tx: Db, messages: readonly PlannedMessage[]): Promise<void>
}

export interface StoredMessage extends PlannedMessage {
  readonly state: OutgoingState
  /** It is marked as possibly sent in the database. */
  readonly marked: boolean
  /**
   * It may have been sent, so only the same id can be sent again. False for a message that was just
   * stored with a mark, to be sent immediately.
   */
  readonly mayHaveLeft: boolean
  readonly attempts: number
  readonly createdAt: number
}

/** A state change of a message that is not stored yet. */
export interface PlannedMove {
  readonly message: StoredMessage
  readonly from: OutgoingState
  readonly to: OutgoingState
  /** The reason for failing or being dropped, as a stable code. */
  readonly reason: string | null
}

/** A stored state change. */
export interface Move extends PlannedMove {
  /** The locked row of the origin: for a campaign's message the campaign. */
  readonly holder: string | null
}

/** A message that is about to be sent, and the person it is for; null for a group. */
export interface CheckedMessage extends FromOrigin {
  readonly messageId: string
  readonly person: Addressee | null
}

/** A check before a message is sent. Reads only through the given handle. */
export type Check = (message: CheckedMessage, db: Db) => Promise<Refusal | null>

/** A check on the person, also for a message that may have been sent. */
export type PersonCheck = (message: CheckedMessage, db: Db) => Promise<PersonRefusal | null>

/** What remains of an old message: its state, if its origin still needs it, or nothing. */
export type Remains = 'state' | 'nothing'

/** What an origin of messages provides to this feature. */
export interface OriginPort {
  /** The person a message is for; null for a group. */
  personOf(message: FromOrigin, db: Db): Promise<Addressee | null>
  /** Sends the text alone when the file is missing; otherwise the message fails. */
  readonly sendsTextWithoutMedia: boolean
  /**
   * Whether messages outlast an outage: a possibly sent one backs off between attempts, and neither
   * a fault on our side nor a lost connection counts as an attempt. Otherwise both do.
   */
  readonly outlastsOutages: boolean
  /** The longest back-off, if somebody waits for the message. */
  readonly longestRestMs?: number
  /**
   * Whether a message waits while new chats of the device are limited; otherwise it
   * fails.
   */
  readonly waitsForNewChats: boolean
  /** Set when the origin's own rows must be locked before those of its messages. */
  readonly holds?: {
    /** The row to lock for each of these; a message without one does not move. */
    of(originIds: readonly string[]): Promise<ReadonlyMap<string, string>>
    take(tx: Db, holder: string): Promise<void>
  }
  /**
   * What remains of settled, old messages; those left out keep everything. Without it nothing
   * remains.
   */
  remains?(tx: Db, originIds: readonly string[]): Promise<ReadonlyMap<string, Remains>>
  /** Applies moves of its messages, in order, in the transaction that stores them. */
  onMoves(tx: Db, moves: readonly Move[]): Promise<void>
}

/**
 * Records moves in the transaction that stores them, after their origins: writes rows of its own
 * feature and acts on them later. If it throws, nothing moves.
 */
export type Follow = (tx: Db, moves: readonly Move[]) => Promise<void>

/** The origins of all messages. */
export interface Origins {
  /** Throws for a kind that was not added. */
  of(kind: OriginKind): OriginPort
  kinds(): readonly OriginKind[]
}
