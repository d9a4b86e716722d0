import type { MessageKind } from '@kirim/contract/message-kinds'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { InboundMessage, MessageKey, OpenChat } from '../../platform/inbound-message.ts'

/** An edit, deletion or reaction: the message as it is now, with the author of the change. */
export interface InboundChange extends InboundMessage {
  /** The text of a reaction is its emoji; empty once the reaction is removed. */
  readonly what: 'deleted' | 'edited' | 'reacted'
  /** By a group admin, who may delete messages of others. */
  readonly byAdmin: boolean
}

/** The write of a listener, in the transaction that stores the message; safe to repeat. */
export interface InboundWrite {
  /** `used`: this listener has consumed the message; the later ones do not see it. */
  write(tx: Db): Promise<'used' | 'heard'>
  /** Called after the commit; the receipt is sent once this resolves. */
  written(): void | Promise<void>
}

/** A feature that looks at each inbound message. */
export interface Listener {
  readonly name: string
  /** Called before a message is stored or edited; null when there is nothing to write. */
  hear?(workspaceId: string, message: InboundMessage): Promise<InboundWrite | null>
  /** Called after the commit, when a message needs an answer; not repeated after a crash. */
  answer?(chat: OpenChat): void
}

/** Resolves once the message is stored. Only then is its receipt sent to the network. */
export type KeepInbound = (message: InboundMessage) => Promise<void>

/** The same for an edit, deletion or reaction. */
export type KeepInboundChange = (change: InboundChange) => Promise<void>

/**
 * What the answering feature stores about chats and messages, which changes with them. Called in
 * the transaction of the change.
 */
export interface Answers {
  /** Whether a reply in this chat is unsettled, or its chain unfinished. */
  hasOpenWork(tx: Db, deviceId: string, chatKey: string): Promise<boolean>
  /** Moves everything that is stored under one key of a chat to another key. */
  moveChat(tx: Db, move: ChatMove): Promise<void>
  /** Whether the first reply to a message is stored and not sent yet. */
  hasOpenFirstReply(tx: Db, message: MessageKey): Promise<boolean>
  /** Updates saved responses to the edited text. */
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

/** Notes and events of chats, which the chats feature stores. */
export interface NotedEntries {
  /** Moves what belongs to a chat that becomes part of another; called before it is deleted. */
  joinNoted(tx: Db, chats: { readonly gone: string; readonly into: string }): Promise<void>
}

/** Sent messages, which the delivery feature stores. */
export interface SentMessages {
  /** Moves the messages of a chat that was merged into another. */
  joinSent(tx: Db, chats: { readonly gone: string; readonly into: string }): Promise<void>
  readonly entriesOf: EntriesOf
  /** The messages without a chat in the next page, and where the page after it begins. */
  chatless(
    db: Db,
    after: MessageKey | null,
    most: number,
  ): Promise<{ readonly last: MessageKey | null; readonly rows: readonly SentMessageRow[] }>
  /** The poll that was sent with this id; null when there is none. */
  pollOf(db: Db, message: MessageKey): Promise<StoredPoll | null>
  place(tx: Db, messages: readonly (MessageKey & { readonly chatId: string })[]): Promise<void>
}

/** What a poll asks, and the key that opens its votes, in base64. */
export interface StoredPoll {
  readonly options: readonly string[]
  readonly secret: string
}

/** A sent message, as its chat shows it. */
export interface SentMessage {
  readonly workspaceId: string
  readonly deviceId: string
  readonly origin: Exclude<ChatTable['last_by'], 'person' | 'phone'>
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  /** The key of the chat, when it is known. */
  readonly chatKey?: string
  /** Who of the team wrote it. */
  readonly personId?: string
  /** As its chat shows it, when that is known. */
  readonly kind?: MessageKind
  /** It is an answer after which the person still waits: for people. */
  readonly keepsWaiting?: boolean
}

export interface SentMessageRow extends SentMessage, MessageKey {
  readonly createdAt: number
}

export interface TimelineQuery {
  readonly chatId: string
  /** Null for the newest entries. */
  readonly before: TimelinePlace | null
  /** Set to read the next entries after a position, oldest first, instead. */
  readonly after?: TimelinePlace
  /** Set to read these entries alone. */
  readonly ids?: readonly string[]
  readonly limit: number
}

/** SQL: the entries of a chat before or after a position, in the columns of `timeline.ts`. */
export type EntriesOf = (chat: TimelineQuery) => RawBuilder<unknown>

/** What has changed in chats; told after the commit. */
export interface ChatNotice {
  readonly workspaceId: string
  readonly deviceId: string
  /** The key of the chat, where its id is not known. */
  readonly chatKey?: string
  readonly chatId?: string
  /** Messages, by their keys, and notes and events. */
  readonly entryIds: readonly string[]
  /** A message that was just written on the phone. */
  readonly isFromPhone?: boolean
}

/**
 * A position in a timeline: when an entry was stored, in epoch milliseconds. At the same moment,
 * sent entries follow received ones.
 */
export interface TimelinePlace {
  readonly at: number
  readonly hasLeft: boolean
  readonly id: string
}
