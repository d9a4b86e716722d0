import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

interface RowKey {
  readonly deviceId: string
  readonly itemId: string
}

/** Sent messages, as they are found by their words. */
export const searchedSent = {
  what: 1 as const,
  async load(db: Db, keys: readonly RowKey[]) {
    if (keys.length === 0) return []
    const values = keys.map(({ deviceId, itemId }) => sql`(${deviceId}, ${itemId})`)
    return db
      .selectFrom('outgoing')
      .select(['device_id as deviceId', 'message_id as itemId', 'chat_id as chatId'])
      .select(['created_at as at', 'text', 'origin as by'])
      .where(sql<SqlBool>`(device_id, message_id) in (values ${sql.join(values)})`)
      .where('state', '<>', 'dropped')
      .where('deleted_at', 'is', null)
      .execute()
  },
  async keysAfter(db: Db, { deviceId, itemId }: RowKey, most: number) {
    return db
      .selectFrom('outgoing')
      .select(['device_id as deviceId', 'message_id as itemId'])
      .where(sql<SqlBool>`(device_id, message_id) > (${deviceId}, ${itemId})`)
      .orderBy('device_id')
      .orderBy('message_id')
      .limit(most)
      .execute()
  },
}
