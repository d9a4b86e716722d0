import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'

/** The person whose response is awaited: in a group that member, in an individual chat anyone. */
export function contactKeyOf(message: StoredMessage): string {
  return message.chat === 'group' ? (message.senderNumber ?? message.senderJid) : ''
}

/** Called when an item's reply was sent: the contact's next message is the response. */
export async function awaitResponse(
  tx: Db,
  reply: Selectable<ChatbotReplyTable>,
  presenceSeconds: number,
): Promise<void> {
  const { awaits_from, device_id, chat_key, item_id } = reply
  if (awaits_from === null) return
  const since = reply.created_at + presenceSeconds * 1000
  // The item may have been deleted since it was chosen.
  const item = await tx
    .selectFrom('chatbot_items')
    .select('id')
    .where('id', '=', item_id)
    .executeTakeFirst()
  if (!item) return
  await tx
    .insertInto('awaited_responses')
    .values({ device_id, chat_key, contact_key: awaits_from, item_id, since })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'chat_key', 'contact_key', 'item_id']).doUpdateSet({ since }),
    )
    .execute()
}

/** Whether one of these items waits for this message. Only reads. */
export async function isAwaited(
  db: Db,
  message: StoredMessage,
  itemIds: readonly string[],
): Promise<boolean> {
  if (itemIds.length === 0) return false
  const row = await db
    .selectFrom('awaited_responses')
    .select('item_id')
    .where('device_id', '=', message.deviceId)
    .where('chat_key', '=', message.chatKey)
    .where('contact_key', 'in', [contactKeyOf(message), message.senderJid])
    .where('since', '<', message.receivedAt)
    .where('item_id', 'in', [...itemIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The items that waited for this message; they stop waiting. */
export async function takeAwaited(tx: Db, message: StoredMessage): Promise<string[]> {
  // A group member may have been asked before their number was known.
  const contactKeys = [contactKeyOf(message), message.senderJid]
  const rows = await tx
    .deleteFrom('awaited_responses')
    .where('device_id', '=', message.deviceId)
    .where('chat_key', '=', message.chatKey)
    .where('contact_key', 'in', contactKeys)
    .where('since', '<', message.receivedAt)
    .returning('item_id')
    .execute()
  return rows.map((row) => row.item_id)
}
