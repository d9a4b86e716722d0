import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { InboundMessage, MessageKey, OpenChat } from '../../platform/inbound-message.ts'

/** What was done to a message afterwards: as it is now, under its own id, by whoever did it. */
export interface InboundChange extends InboundMessage {
  /** A reaction's sign is the text; it is empty once the reaction is taken back. */
  readonly what: 'deleted' | 'edited' | 'reacted'
  /** By an administrator of the group, who may delete what others wrote. */
  readonly byAdmin: boolean
}

/** What a listener writes with a message, in the transaction that keeps it; safe to repeat. */
export interface Hearing {
  /** `used`: the message has done what it asks for, so nobody after this one needs it. */
  write(tx: Db): Promise<'used' | 'heard'>
  /** It is committed; what is awaited here comes before the receipt. */
  written(): void | Promise<void>
}

/** A room that stands above messages, and looks at each one. */
export interface Listener {
  readonly name: string
  /** Before a message is kept, or is worded anew; null when nothing is to be written with it. */
  hear?(userId: string, message: InboundMessage): Promise<Hearing | null>
  /** After the commit, and lost with the process: a message waits for an answer. */
  answer?(chat: OpenChat): void
}

/** Resolves once the message is stored. Only then is its receipt sent to the network. */
export type KeepInbound = (message: InboundMessage) => Promise<void>

/** The same for what was done to a message afterwards. */
export type KeepInboundChange = (change: InboundChange) => Promise<void>

/**
 * What those who answer messages keep of chats and messages: it moves, changes and ends with these.
 * Called in the transaction of the change.
 */
export interface Answers {
  /** Whether a reply in this chat is unsettled, or its chain unfinished. */
  hasOpenWork(tx: Db, deviceId: string, chatKey: string): Promise<boolean>
  /** What is stored under one key of a chat belongs to the other one from now on. */
  moveChat(tx: Db, move: ChatMove): Promise<void>
  /** Whether the first reply to a message is written and has not left. */
  hasOpenFirstReply(tx: Db, message: MessageKey): Promise<boolean>
  /** Gives what was saved of a message its last wording. */
  reword(tx: Db, message: MessageKey & { readonly text: string }): Promise<void>
  /** SQL condition on the row of `inbox`: a reply to it is unsettled, or its chain unfinished. */
  readonly areOpen: RawBuilder<SqlBool>
  /** Deletes the replies to these messages. */
  forget(tx: Db, messages: readonly MessageKey[]): Promise<void>
}

/** An individual chat that was stored under the person's LID until their number was known. */
export interface ChatMove {
  readonly deviceId: string
  readonly chatLid: string
  readonly number: string
}

/** Messages that leave, as chats know them; their rows are those of another room. */
export interface SentMessages {
  /** One chat has become part of another. */
  joinSent(tx: Db, chats: { readonly gone: string; readonly into: string }): Promise<void>
  /** SQL: the newest entries of a chat before a place, in the columns of `timeline.ts`. */
  entriesOf(chat: TimelineAsked): RawBuilder<unknown>
  /** Those without a chat among the next messages, and where the page after these begins. */
  chatless(
    db: Db,
    after: MessageKey | null,
    most: number,
  ): Promise<{ readonly last: MessageKey | null; readonly rows: readonly LeavingRow[] }>
  place(tx: Db, messages: readonly (MessageKey & { readonly chatId: string })[]): Promise<void>
}

/** A message that leaves, as far as its chat shows it. */
export interface Leaving {
  readonly userId: string
  readonly deviceId: string
  readonly origin: Exclude<ChatTable['last_by'], 'person' | 'phone'>
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  /** How the chat is kept, where that is known. */
  readonly chatKey?: string
}

export interface LeavingRow extends Leaving, MessageKey {
  readonly createdAt: number
}

export interface TimelineAsked {
  readonly chatId: string
  /** Null for the newest entries. */
  readonly before: TimelinePlace | null
  readonly limit: number
}

/**
 * A place in the order of a timeline: when an entry was stored, in epoch milliseconds; what left in
 * the moment in which something came in follows it.
 */
export interface TimelinePlace {
  readonly at: number
  readonly hasLeft: boolean
  readonly id: string
}
