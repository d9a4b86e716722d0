import type { MessageBy } from '@kirim/contract/chat-entries'
import type { Db } from '../../../platform/database/database.ts'
import type { SearchedWhat } from '../../../platform/database/schema/chat-search.ts'

/** The key of a message, or the device and the id of a chat. */
export interface RowKey {
  readonly deviceId: string
  readonly itemId: string
}

/** A message, or a chat by its name and number. */
export interface SearchedRow extends RowKey {
  /** Null until a message that an older node has stored is assigned its chat. */
  readonly chatId: string | null
  readonly text: string
  readonly at: number
  readonly by: MessageBy
}

/** Rows that are found by their words: messages of one direction, or chats. */
export interface SearchedRows {
  readonly what: SearchedWhat
  /** Those that are shown; deleted, dropped and erased ones are missing. */
  load(db: Db, keys: readonly RowKey[]): Promise<readonly SearchedRow[]>
  /** The keys after this one, in an order of their own. */
  keysAfter(db: Db, after: RowKey, most: number): Promise<readonly RowKey[]>
}
