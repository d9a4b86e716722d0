import type { MessageBy } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import type { AliasableExpression, Selectable, Updateable } from 'kysely'
import type { NamesOf } from '../../platform/authors.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ChatEntryTable } from '../../platform/database/schema/chats.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { OutgoingTable } from '../../platform/database/schema/outgoing.ts'

export type ChatRow = Selectable<ChatTable>

/** The chats and received messages, which the messages feature stores. */
export interface ChatsStore {
  /** For joins: all chats. */
  readonly rows: AliasableExpression<ChatRow>
  /** Changes a chat; false when it is gone. */
  change(tx: Db, id: string, change: Partial<Updateable<ChatTable>>): Promise<boolean>
  /** Locks a chat until the transaction ends; false when it is gone. */
  lock(tx: Db, id: string): Promise<boolean>
  /** Opens the chat with an address before anything is written; returns its id. */
  begin(
    tx: Db,
    chat: {
      readonly workspaceId: string
      readonly deviceId: string
      readonly jid: string
      readonly personId: string
      readonly at: number
    },
  ): Promise<string>
  /** The addresses of those who wrote in a chat, by the digits of their number or LID. */
  writersIn(chatId: string, users: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores the number's own reaction. */
  react(
    tx: Db,
    reaction: {
      readonly deviceId: string
      readonly messageId: string
      readonly emoji: string
      readonly at: number
    },
  ): Promise<void>
  /** Stores wordings of one of our own messages. */
  keepWordings(
    tx: Db,
    message: { readonly deviceId: string; readonly messageId: string },
    wordings: readonly { readonly at: number; readonly text: string }[],
  ): Promise<void>
  /** Shows the new text of the chat's last message if it is this one; null once it is deleted. */
  rewordSent(
    tx: Db,
    message: { readonly chatId: string | null; readonly createdAt: number },
    text: string | null,
  ): Promise<void>
  /** A page of a chat's entries, with the notes and events of this feature. */
  timeline(query: EntryQuery): Promise<TimelineRow[]>
  /** Emoji of everybody who reacted, by the network's ids of the messages. */
  reactionsTo(
    db: Db,
    deviceId: string,
    networkIds: readonly string[],
  ): Promise<
    readonly { readonly networkId: string; readonly senderJid: string; readonly emoji: string }[]
  >
  wordingsOf(
    db: Db,
    deviceId: string,
    messageId: string,
  ): Promise<readonly { readonly text: string; readonly at: number }[]>
  /** The text of a message that was deleted for everybody; null when it is unknown. */
  deletedTextOf(db: Db, chatId: string, messageId: string): Promise<string | null>
  /** The chats of received and sent messages, by any of their ids. */
  chatsOf(
    db: Db,
    deviceId: string,
    messageIds: readonly string[],
  ): Promise<readonly { readonly messageId: string; readonly chatId: string }[]>
}

/** At the same moment, sent entries follow received ones. */
export interface EntryPlace {
  readonly at: number
  readonly hasLeft: boolean
  readonly id: string
}

export interface EntryQuery {
  readonly chatId: string
  readonly before: EntryPlace | null
  readonly after?: EntryPlace
  readonly ids?: readonly string[]
  readonly limit: number
}

/** An entry of a chat as it is stored. */
export interface TimelineRow extends EntryPlace {
  readonly by: MessageBy | 'note' | 'event'
  readonly text: string
  /** Null for sent messages. */
  readonly kind: ChatRow['preview_kind'] | null
  readonly mediaId: string | null
  readonly senderName: string
  readonly deleted: boolean
  readonly editedAt: number | null
  readonly quotedId: string | null
  readonly originId: string | null
  readonly state: OutgoingTable['state'] | null
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly readAt: number | null
  readonly reason: string | null
  readonly senderJid: string | null
  readonly networkId: string
  readonly content: string | null
  readonly personId: string | null
  readonly event: ChatEntryTable['kind'] | null
}

/** What other rooms know of what chats show. */
export interface KnownOfChats {
  readonly namesOf: NamesOf
  /** Contacts' names by their numbers, as the network writes them. */
  contactNames(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** Until when chatbots are silent in these chats; those in which they answer are missing. */
  pausedUntil(chats: readonly ChatRow[]): Promise<ReadonlyMap<string, number>>
  /** The names of the campaigns or items that sent messages, by the messages' origin ids. */
  originNames(
    deviceId: string,
    by: 'campaign' | 'chatbot',
    originIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** The options of polls with their votes, by the network's ids of the polls. */
  countVotes(
    deviceId: string,
    polls: ReadonlyMap<string, { readonly options: readonly string[]; readonly secret: string }>,
  ): Promise<
    ReadonlyMap<
      string,
      readonly {
        readonly name: string
        readonly votes: number
        readonly voters: readonly string[]
      }[]
    >
  >
  /** The files of entries of a chat, by the entries' ids. */
  filesOf(chat: ChatRow, rows: readonly TimelineRow[]): Promise<ReadonlyMap<string, MessageFile>>
}
