import type { proto } from 'baileys'
import type { Clock } from './clock.ts'

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
  | 'other'

export type Addressing = 'pn' | 'lid'

/** What somebody is doing in a chat, or whether they are there at all. */
export type PresenceState = 'available' | 'unavailable' | 'composing' | 'recording' | 'paused'

/** A phone that can scan QR codes. Numbers are digits with the country code and no plus sign. */
export interface Phone {
  number: string
  name: string
  /** Whoever created it; queries filter by it, so that tenants stay apart. */
  owner: string
  /** Epoch milliseconds. */
  createdAt: number
  /** Devices linked to it at the moment. */
  linked: number
  /** One of its linked devices is connected. */
  connected: boolean
  /** The network turns its linked devices away. */
  offline: boolean
}

/** A virtual person who receives, answers and reads. */
export interface Contact {
  number: string
  lid: string
  name: string
  registered: boolean
  /** Messages get their delivered receipt only while online. */
  online: boolean
  /** Delivered messages get a read receipt. */
  reads: boolean
  /** The error with which the network answers messages to this contact. */
  refusal?: number
}

export interface MessageMedia {
  mime: string
  fileName?: string
  /** Bytes of the plain file. */
  fileSize: number
  /** The file was there, its MAC and both hashes fit. */
  intact: boolean
  /** Decrypts the file. Rejects when it is not intact. */
  read(): Promise<Buffer>
}

export interface StoredMessage {
  id: string
  /**
   * Grows with each message of the network: pass the smallest one seen as `before` to page back.
   */
  position: number
  direction: MessageDirection
  kind: MessageKind
  /** Body or caption; empty where there is none. */
  text: string
  media?: MessageMedia
  /** Epoch milliseconds. */
  at: number
  status: MessageStatus
  /**
   * How often this id arrived: the receiver keeps the first and drops the others.
   * In a group: at the member who got most.
   */
  copies: number
  /** Which of the contact's addresses the chat used; in a group, which of everybody's. */
  addressing: Addressing
  /** The number that wrote it. */
  author: string
  /** What of the phone wrote into a group: each member's phone that has it. */
  receipts?: MemberReceipt[]
}

/** How far a message has come with one member of a group. */
export interface MemberReceipt {
  member: string
  status: MessageStatus
  copies: number
}

/** Several contacts and at least one phone in one chat. */
export interface Group {
  /** `…@g.us` */
  id: string
  subject: string
  /** The phone that made it. */
  owner: string
  /** By which of their addresses the members know each other. */
  addressing: Addressing
  /** Epoch milliseconds. */
  createdAt: number
  /** Everybody in it, its owner too. */
  members: Contact[]
}

export interface GroupChat {
  group: Group
  /** None while nobody has written. */
  last?: StoredMessage
  /** Messages of others that no linked device has read. */
  unread: number
}

export interface Chat {
  contact: Contact
  last: StoredMessage
  /** Messages of the contact that no linked device has read. */
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
   * A message arrived in a chat for the first time, or again (`copies` > 1).
   * In a group: at each of its phones.
   */
  message: [ChatPlace & { message: StoredMessage }]
  status: [ChatPlace & { id: string; direction: MessageDirection; status: MessageStatus }]
  /** A phone was created, linked, unlinked, connected or disconnected. */
  phone: [Phone]
  /** A phone has become a member of a new group. */
  group: [{ owner: string; phone: string; group: Group }]
  /** The linked device shows this towards the contact. */
  presence: [ChatPlace & { state: PresenceState }]
}

/** When receipts leave, in milliseconds after the message came. */
export interface ReceiptTiming {
  deliveredMs: number
  readMs: number
}

export interface SandboxOptions {
  /** Everything the network remembers is in here. One process at a time. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Default: the port of the last run when it is free, else any. */
  mediaPort?: number
  /** Largest upload, default 100 MiB. */
  mediaLimitBytes?: number
  clock?: Clock
  /** Default 300 ms and 900 ms. */
  receipts?: Partial<ReceiptTiming>
  /**
   * Told of faults that closed a connection, and of what event listeners threw. Never holds a
   * message or a number of the network's own.
   */
  onFault?: (error: Error) => void
}

export type OutgoingContent =
  | { text: string }
  | { image: Buffer; mime: string; caption?: string }
  /** Anything else the protocol knows: button and list replies, reactions. */
  | { message: proto.IMessage }

export interface SendOptions {
  /** Default: a fresh one. The same id again is sent again, and counted as a copy. */
  messageId?: string
  /** Default: as the chat's last message. */
  addressing?: Addressing
}
