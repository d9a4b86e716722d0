import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const HAS_WORDS = sql<SqlBool>`(text <> '' or media_id is not null or content is not null)`

/**
 * Erases what some sent messages of a chat said; that they were sent stays, for the totals and the
 * ledgers. What is on its way leaves first. Safe to repeat.
 */
export async function eraseSent(tx: Db, chatId: string, most: number) {
  const rows = await tx
    .selectFrom('outgoing')
    .select(['device_id', 'message_id', 'media_id'])
    .where('chat_id', '=', chatId)
    .where('state', '<>', 'pending')
    .where(HAS_WORDS)
    .limit(most)
    .execute()
  if (rows.length === 0) return { erased: 0, mediaIds: [], keys: [] }
  const keys = rows.map((row) => sql`(${row.device_id}, ${row.message_id})`)
  await tx
    .updateTable('outgoing')
    .set({ text: '', media_id: null, content: null })
    .where(sql<SqlBool>`(device_id, message_id) in (values ${sql.join(keys)})`)
    .execute()
  const mediaIds = rows.flatMap((row) => row.media_id ?? [])
  return { erased: rows.length, mediaIds, keys: rows.map(({ media_id: _, ...key }) => key) }
}
