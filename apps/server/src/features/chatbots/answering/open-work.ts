import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'
import type { InboxTable } from '../../../platform/database/schema/inbox.ts'

// A literal, so that the indexes of open work are used however long a chat is.
const NEW = sql.lit<InboxTable['state']>('new')
const OPEN = sql.lit<ChatbotReplyTable['state']>('open')

/** Chats with an unanswered message, an unsettled reply or an unfinished chain. */
export async function chatsWithWork(db: Db, deviceId: string): Promise<string[]> {
  const replies = db
    .selectFrom('chatbot_replies')
    .select('chat_key')
    .where('device_id', '=', deviceId)
  const rows = await db
    .selectFrom('inbox')
    .select('chat_key')
    .where('device_id', '=', deviceId)
    .where('state', '=', NEW)
    .union(replies.where('state', '=', OPEN))
    .union(replies.where('next_item_id', 'is not', null))
    .execute()
  return rows.map((row) => row.chat_key)
}

/** The oldest unanswered message of the chat. */
export async function messageToAnswer(
  db: Db,
  deviceId: string,
  chatKey: string,
): Promise<Selectable<InboxTable> | null> {
  const row = await db
    .selectFrom('inbox')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .where('state', '=', NEW)
    .orderBy('received_at')
    .orderBy('message_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The chat's oldest reply with an unfinished chain, otherwise the oldest unsettled one. */
export async function unsettledReply(
  db: Db,
  deviceId: string,
  chatKey: string,
): Promise<Selectable<ChatbotReplyTable> | null> {
  const ofChat = db
    .selectFrom('chatbot_replies')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .orderBy('created_at')
    .orderBy('hop')
    .limit(1)
  const row =
    (await ofChat.where('next_item_id', 'is not', null).executeTakeFirst()) ??
    (await ofChat.where('state', '=', OPEN).executeTakeFirst())
  return row ?? null
}
