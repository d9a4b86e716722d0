import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

interface RowKey {
  readonly deviceId: string
  readonly itemId: string
}

/** Received messages and those of the phone, as they are found by their words. */
export const searchedReceived = {
  what: 0 as const,
  async load(db: Db, keys: readonly RowKey[]) {
    if (keys.length === 0) return []
    return db
      .selectFrom('inbox')
      .select(['device_id as deviceId', 'message_id as itemId', 'chat_id as chatId'])
      .select(['received_at as at', latestText.as('text'), writtenBy.as('by')])
      .where(sql<SqlBool>`(device_id, message_id) in (values ${valuesOf(keys)})`)
      .where('deleted', '=', 0)
      .execute()
  },
  async keysAfter(db: Db, { deviceId, itemId }: RowKey, most: number) {
    return db
      .selectFrom('inbox')
      .select(['device_id as deviceId', 'message_id as itemId'])
      .where(sql<SqlBool>`(device_id, message_id) > (${deviceId}, ${itemId})`)
      .orderBy('device_id')
      .orderBy('message_id')
      .limit(most)
      .execute()
  },
}

/** Chats, as they are found by name, username and number. */
export const searchedChats = {
  what: 2 as const,
  async load(db: Db, keys: readonly RowKey[]) {
    if (keys.length === 0) return []
    const rows = await db
      .selectFrom('chats')
      .select(['device_id as deviceId', 'id', 'last_at as at', 'last_by as by'])
      .select(['name', 'username', 'number'])
      .where(
        'id',
        'in',
        keys.map(({ itemId }) => itemId),
      )
      .execute()
    return rows.map(({ id, name, username, number, ...row }) => ({
      ...row,
      itemId: id,
      chatId: id,
      text: [name, username, number].filter(Boolean).join('\n'),
    }))
  },
  async keysAfter(db: Db, { itemId }: RowKey, most: number) {
    return db
      .selectFrom('chats')
      .select(['device_id as deviceId', 'id as itemId'])
      .where('id', '>', itemId)
      .orderBy('id')
      .limit(most)
      .execute()
  },
}

const latestText = sql<string>`case when edited_at is null then text else coalesce((
  select worded.text from message_wordings as worded
  where worded.device_id = inbox.device_id and worded.message_id = inbox.message_id
  order by worded.at desc limit 1
), text) end`

const writtenBy = sql<'phone' | 'person'>`case when state = 'own' then 'phone' else 'person' end`

const valuesOf = (keys: readonly RowKey[]) =>
  sql.join(keys.map(({ deviceId, itemId }) => sql`(${deviceId}, ${itemId})`))
