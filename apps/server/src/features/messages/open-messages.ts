import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboxTable } from '../../platform/database/schema/inbox.ts'
import { COLUMNS } from './inbox-rows.ts'

/** A literal, so that the index of open messages is used however long a chat is. */
const NEW = sql.lit<InboxTable['state']>('new')

/** Chats with an unanswered message. */
export async function chatsToAnswer(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox')
    .select('chat_key')
    .distinct()
    .where('device_id', '=', deviceId)
    .where('state', '=', NEW)
    .execute()
  return rows.map((row) => row.chat_key)
}

/** The oldest unanswered message of the chat. */
export async function messageToAnswer(
  db: Db,
  deviceId: string,
  chatKey: string,
): Promise<Selectable<InboxTable> | null> {
  const [row] = await oldestOpen(db, { deviceId, chatKey })
  return row ?? null
}

const oldestOpen = prepared((db, { deviceId, chatKey }: { deviceId: string; chatKey: string }) =>
  db
    .selectFrom('inbox')
    .select(COLUMNS)
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey)
    .where('state', '=', NEW)
    .orderBy('received_at')
    .orderBy('message_id')
    .limit(1),
)
