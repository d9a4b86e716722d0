import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'

/** A literal, so that the index of open replies is used however long a chat is. */
const OPEN = sql.lit<ChatbotReplyTable['state']>('open')

/** Chats with an unsettled reply or an unfinished chain. */
export async function chatsWithReplies(db: Db, deviceId: string): Promise<string[]> {
  const replies = db
    .selectFrom('chatbot_replies')
    .select('chat_key')
    .where('device_id', '=', deviceId)
  const rows = await replies
    .where('state', '=', OPEN)
    .union(replies.where('next_item_id', 'is not', null))
    .execute()
  return rows.map((row) => row.chat_key)
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
