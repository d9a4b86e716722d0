import type { proto } from 'baileys'
import type { Clock } from './clock.ts'
import type { WeatherReport } from './weather/weather.ts'

/**
 * `sent`: the network has it; `delivered`: the receiver's phone has it;
 * `read`: it was opened. It never moves back.
 */
export type MessageStatus = 'sent' | 'delivered' | 'read'

export type MessageDirection = 'to-contact' | 'from-contact'

export type MessageKind =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'contact'
  | 'location'
  | 'reaction'
  | 'poll'
  | 'buttons'
  | 'list'
  | 'reply'
  | 'call'
  | 'other'

/** Whether a message was edited or deleted, or how a call ended. */
export type MessageMark = 'edited' | 'deleted' | 'rejected' | 'missed'

export type Addressing = 'pn' | 'lid'

/** A user's activity in a chat, or their availability. */
export type PresenceState = 'available' | 'unavailable' | 'composing' | 'recording' | 'paused'

/** A phone that can scan QR codes. Numbers are digits with the country code and no plus sign. */
export interface Phone {
  number: string
  name: string
  /** The tenant that created it; queries filter by it to keep tenants apart. */
  owner: string
  /** Epoch milliseconds. */
  createdAt: number
  /** The number of linked devices. */
  linked: number
  /** Whether one of its linked devices is connected. */
  connected: boolean
  /** Whether the network refuses its linked devices. */
  offline: boolean
}

/** A virtual person who receives, reads and answers messages. */
export interface Contact {
  number: string
  lid: string
  name: string
  registered: boolean
  /** Whether the contact is online; delivered receipts are sent only then. */
  online: boolean
  /** Whether the contact sends read receipts. */
  reads: boolean
  /** Whether the number is hidden: the contact writes by LID only. */
  hidden: boolean
  /** Their username without its @, sent with all their messages; empty for none. */
  username: string
  /** The error with which the network answers messages to this contact. */
  refusal?: number
}

export interface MessageMedia {
  mime: string
  fileName?: string
  /** The size of the decrypted file in bytes. */
  fileSize: number
  /** Whether the file was found and its MAC and both hashes match. */
  intact: boolean
  /** Decrypts the file. Rejects when it is not intact. */
  read(): Promise<Buffer>
}

export interface StoredMessage {
  id: string
  /**
   * Increases with each message of the network: pass the smallest known one as `before` to page
   * back.
   */
  position: number
  direction: MessageDirection
  kind: MessageKind
  /** Body or caption; '' when there is none. */
  text: string
  media?: MessageMedia
  /** What a poll lets choose. */
  options?: string[]
  /** Absent for an unchanged message and for a call that is ringing. */
  mark?: MessageMark
  /** Epoch milliseconds. */
  at: number
  status: MessageStatus
  /**
   * How often this id arrived: the receiver keeps the first copy and drops the others. In a group,
   * the highest count of a member.
   */
  copies: number
  /** The seconds after which it disappears, if it carried its chat's timer. */
  expiration?: number
  /** The kind of address the chat used; in a group, for all members. */
  addressing: Addressing
  /** The number that wrote it. */
  author: string
  /** For group messages of the phone: the members whose phones have it. */
  receipts?: MemberReceipt[]
}

/** The delivery state of a message for one group member. */
export interface MemberReceipt {
  member: string
  status: MessageStatus
  copies: number
}

/** A chat of several contacts and at least one phone. */
export interface Group {
  /** `…@g.us` */
  id: string
  subject: string
  /** The phone that created it. */
  owner: string
  /** The kind of address that members see of each other. */
  addressing: Addressing
  /** Epoch milliseconds. */
  createdAt: number
  /** All members, including the owner. */
  members: Contact[]
}

export interface GroupChat {
  group: Group
  /** Undefined while there are no messages. */
  last?: StoredMessage
  /** The number of messages of others that no linked device has read. */
  unread: number
}

export interface Chat {
  contact: Contact
  last: StoredMessage
  /** The number of the contact's messages that no linked device has read. */
  unread: number
}

/** Where an event happened. */
export interface ChatPlace {
  owner: string
  phone: string
  /** The contact's number, or the id of the group. */
  contact: string
}

export interface NetworkEvents {
  /**
   * A message arrived in a chat for the first time, or again (`copies` > 1). In a group, emitted
   * for each of its phones.
   */
  message: [ChatPlace & { message: StoredMessage }]
  status: [ChatPlace & { id: string; direction: MessageDirection; status: MessageStatus }]
  /** A message was edited or deleted, or a call has ended. */
  mark: [ChatPlace & { id: string; mark: MessageMark }]
  /** The linked device says whether the phone is in use. */
  availability: [{ owner: string; phone: string; available: boolean }]
  /** A phone was created, linked, unlinked, connected or disconnected. */
  phone: [Phone]
  /** A phone was added to a new group. */
  group: [{ owner: string; phone: string; group: Group }]
  weather: [{ owner: string; phone: string; report: WeatherReport }]
  /** The linked device's presence towards the contact. */
  presence: [ChatPlace & { state: PresenceState }]
}

/** The delay of receipts, in milliseconds after the message arrived. */
export interface ReceiptTiming {
  deliveredMs: number
  readMs: number
}

export interface SandboxOptions {
  /** The folder of all data. Used by one process at a time. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Default: the previous port when it is free, otherwise any. */
  mediaPort?: number
  /** The largest upload in bytes; default 100 MiB. */
  mediaLimitBytes?: number
  clock?: Clock
  /** Default 300 ms and 900 ms. */
  receipts?: Partial<ReceiptTiming>
  /** The relying party of passkeys; default localhost. */
  relyingParty?: string
  /**
   * Reports faults that closed a connection and errors of event listeners. Contains no message and
   * no phone number.
   */
  onFault?: (error: Error) => void
}

export type OutgoingContent =
  | { text: string }
  | { image: Buffer; mime: string; caption?: string }
  | OutgoingFile
  /** Any other protocol message: button and list replies, places, contacts. */
  | { message: proto.IMessage }
  | { poll: { question: string; options: readonly string[]; choices: number } }

/** A file of any kind. */
export interface OutgoingFile {
  file: Buffer
  as: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  mime: string
  caption?: string
  /** Of a document. */
  fileName?: string
  pages?: number
  seconds?: number
  /** A voice note, whose loudness over time follows, 0 to 100. */
  isVoice?: boolean
  waveform?: Uint8Array
  /** Seen once. */
  isViewOnce?: boolean
}

export interface SendOptions {
  /** The id of the message of the chat that is quoted. */
  quotes?: string
  /** Default: a new id. A repeated id is sent again and counted as a copy. */
  messageId?: string
  /** Default: that of the chat's last message. */
  addressing?: Addressing
  /** Sends only that address, as accounts do that have not migrated to LIDs. */
  alone?: boolean
}
