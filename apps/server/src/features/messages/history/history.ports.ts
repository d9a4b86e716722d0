import type { InboundMessage } from '../../../platform/inbound-message.ts'

/** A chat as a phone shares it. */
export interface SharedChat {
  /** A group's subject, or what the phone calls the person; empty when unknown. */
  readonly name: string
  /** In any order; `sentAt` tells those of one second apart, in the phone's order. */
  readonly messages: readonly InboundMessage[]
  readonly reactions: readonly SharedReaction[]
}

export interface SharedReaction {
  /** The network's id of the message. */
  readonly messageId: string
  /** Empty for a reaction of the owner. */
  readonly senderJid: string
  readonly emoji: string
  readonly at: number
}

/** A part of a history that is not read whole yet. */
export interface HistoryPart {
  readonly id: string
  /** The phone's announcement of it, encoded. */
  readonly notification: Uint8Array
}

/** What becomes of what phones share. */
export interface HistoryKeeper {
  /** Stores the announcement of a part before it is acknowledged; returns its id. */
  addPart(deviceId: string, notification: Uint8Array): Promise<string>
  /** The parts that are not read whole, oldest first. */
  partsOf(deviceId: string): Promise<HistoryPart[]>
  /** Messages from this time on are kept, in epoch milliseconds; null for none. */
  keptSince(deviceId: string): Promise<number | null>
  /** Stores chats of a part; those that are stored already stay as they are. */
  keep(deviceId: string, chats: readonly SharedChat[], how: SharedHow): Promise<void>
  /** The part was read whole. */
  partRead(deviceId: string, partId: string, how: PartRead): Promise<void>
  /** It could not be read. */
  partFailed(deviceId: string, partId: string): Promise<void>
}

export interface SharedHow {
  /** Whether it answers a wish for older messages of one chat. */
  readonly isOnDemand: boolean
  /** The id of the request that it answers; empty when it answers none. */
  readonly requestId: string
}

export interface PartRead extends SharedHow {
  /** Of the whole history in percent, as the phone counts; null for parts without messages. */
  readonly progress: number | null
}

/** The oldest message of a chat that is known. */
export interface OldestMessage {
  readonly chatJid: string
  /** The network's id. */
  readonly messageId: string
  readonly fromMe: boolean
  /** Epoch milliseconds. */
  readonly sentAt: number
}

/** Asks the phone of a connected device for history; returns the id of the request. */
export interface HistoryNetwork {
  askOlder(deviceId: string, oldest: OldestMessage): Promise<string>
  /** Of so many days; null for all. */
  askHistory(deviceId: string, days: number | null): Promise<string>
}
