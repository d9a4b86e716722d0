import { expressionBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

/** For joins: when people spoke in a chat, and when a chatbot gave it to them. */
export const spokenInChats = expressionBuilder<Database>()
  .selectFrom('chats')
  .select(['device_id', 'chat_key', 'user_id', 'word_at', 'handed_over_at'])

/** Gives a chat to people: it waits for them, and chatbots are silent. Null when it is gone. */
export async function giveChatToPeople(
  tx: Db,
  { deviceId, chatKey }: { readonly deviceId: string; readonly chatKey: string },
  at: number,
): Promise<{ readonly id: string; readonly assignedTo: string | null } | null> {
  const chat = await tx
    .updateTable('chats')
    .set((eb) => ({
      handed_over_at: at,
      waiting_since: eb.fn.coalesce('waiting_since', eb.val(at)),
    }))
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .returning(['id', 'assigned_to'])
    .executeTakeFirst()
  return chat ? { id: chat.id, assignedTo: chat.assigned_to } : null
}
