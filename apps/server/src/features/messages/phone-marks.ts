import type { Db } from '../../platform/database/database.ts'

/** Messages of a chat that are marked as read at once. */
const MARKED_AT_ONCE = 50

/** A message that the phone does not count as read yet. */
export interface UnmarkedMessage {
  /** The network's id. */
  readonly messageId: string
  readonly chatJid: string
  /** Its author in a group; null in other chats. */
  readonly senderJid: string | null
  readonly receivedAt: number
}

/** The newest messages of a chat that were not marked as read on the network from here. */
export async function unmarkedIn(db: Db, chatId: string): Promise<UnmarkedMessage[]> {
  const rows = await db
    .selectFrom('inbox')
    .innerJoin('chats', 'chats.id', 'inbox.chat_id')
    .select(['message_id', 'network_id', 'chat_jid', 'chat', 'sender_jid', 'received_at'])
    .where('chat_id', '=', chatId)
    .where('state', '<>', 'own')
    .where((eb) => eb('received_at', '>', eb.fn.coalesce('chats.marked_to', eb.lit(0))))
    .orderBy('received_at', 'desc')
    .limit(MARKED_AT_ONCE)
    .execute()
  return rows.map((row) => ({
    messageId: row.network_id ?? row.message_id,
    chatJid: row.chat_jid,
    senderJid: row.chat === 'group' ? row.sender_jid : null,
    receivedAt: row.received_at,
  }))
}

/** Those up to this time are marked. */
export async function noteMarked(db: Db, chatId: string, upTo: number): Promise<void> {
  await db
    .updateTable('chats')
    .set({ marked_to: upTo })
    .where('id', '=', chatId)
    .where((eb) => eb.or([eb('marked_to', 'is', null), eb('marked_to', '<', upTo)]))
    .execute()
}

/**
 * The owner has read a chat on the phone: nothing is unread here, either. Whoever waits for an
 * answer waits on. Returns the chat when that changed it.
 */
export async function readOnPhone(db: Db, deviceId: string, jid: string) {
  const number = jid.endsWith('@s.whatsapp.net') ? (jid.split(/[:@]/)[0] ?? '') : ''
  const row = await db
    .updateTable('chats')
    .set({ unread: 0 })
    .where('device_id', '=', deviceId)
    .where('unread', '>', 0)
    .where((eb) =>
      eb.or([eb('chat_key', '=', number || jid), eb('lid', '=', jid), eb('jid', '=', jid)]),
    )
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  return row ?? null
}
