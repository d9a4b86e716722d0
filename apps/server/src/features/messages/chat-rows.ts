import { expressionBuilder, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { Database } from '../../platform/database/schema.ts'

/** For joins: all chats. */
export const chatRows = expressionBuilder<Database>()
  .selectFrom('chats')
  .select([
    'id',
    'user_id',
    'device_id',
    'chat_key',
    'kind',
    'jid',
    'number',
    'lid',
    'username',
    'name',
    'preview',
    'preview_kind',
    'last_by',
    'last_person_id',
    'last_at',
    'unread',
    'waiting_since',
    'assigned_to',
    'opened_at',
    'closed_at',
    'snoozed_at',
    'snoozed_until',
    'word_at',
    'handed_over_at',
    'hidden',
    'marked_to',
  ])

/** What people change of a chat; the rest follows its messages. */
export type ChatChange = Pick<
  Updateable<ChatTable>,
  | 'unread'
  | 'waiting_since'
  | 'assigned_to'
  | 'opened_at'
  | 'closed_at'
  | 'snoozed_at'
  | 'snoozed_until'
  | 'word_at'
  | 'handed_over_at'
>

/** Changes a chat; false when it is gone. */
export async function changeChat(tx: Db, id: string, change: ChatChange): Promise<boolean> {
  if (Object.keys(change).length === 0) return lockChat(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('chats')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a chat until the transaction ends; false when it is gone. */
export async function lockChat(tx: Db, id: string): Promise<boolean> {
  const locked = await tx
    .updateTable('chats')
    .set((eb) => ({ unread: eb.ref('unread') }))
    .where('id', '=', id)
    .executeTakeFirst()
  return locked.numUpdatedRows > 0n
}

/** Emoji of everybody who reacted to these messages of a device, by the network's ids. */
export async function reactionsTo(db: Db, deviceId: string, networkIds: readonly string[]) {
  if (networkIds.length === 0) return []
  return db
    .selectFrom('message_reactions')
    .select(['message_id as networkId', 'sender_jid as senderJid', 'emoji'])
    .where('device_id', '=', deviceId)
    .where('message_id', 'in', networkIds)
    .where('emoji', '<>', '')
    .orderBy('at')
    .execute()
}

/** The wordings of an edited message, oldest first. */
export async function wordingsOf(db: Db, deviceId: string, messageId: string) {
  return db
    .selectFrom('message_wordings')
    .select(['text', 'at'])
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .orderBy('at')
    .execute()
}

/** The text of a message that was deleted for everybody; null when it is unknown or pruned. */
export async function deletedTextOf(
  db: Db,
  chatId: string,
  messageId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('inbox')
    .select('text')
    .where('chat_id', '=', chatId)
    .where('message_id', '=', messageId)
    .where('deleted', '=', 1)
    .executeTakeFirst()
  return row?.text ?? null
}

/**
 * The chats of received messages, by the network's ids and by the keys under which they are stored.
 */
export async function chatsOfReceived(db: Db, deviceId: string, messageIds: readonly string[]) {
  if (messageIds.length === 0) return []
  const rows = await db
    .selectFrom('inbox')
    .select(['message_id as messageId', 'chat_id as chatId'])
    .where('device_id', '=', deviceId)
    .where((eb) => eb.or([eb('message_id', 'in', messageIds), eb('network_id', 'in', messageIds)]))
    .execute()
  return rows.flatMap(({ messageId, chatId }) => (chatId === null ? [] : [{ messageId, chatId }]))
}
