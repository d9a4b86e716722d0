import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'

/** Counts the items of workspaces, without those of removed numbers. */
export function createItemTotals({ rows }: Pick<ChatbotDevices, 'rows'>) {
  return async (db: Db, workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const totals = await db
      .selectFrom(rows.as('device'))
      .innerJoin('chatbot_items', 'chatbot_items.device_id', 'device.id')
      .select((eb) => ['device.user_id', eb.fn.countAll<number>().as('amount')])
      .where('device.user_id', 'in', workspaceIds)
      .where('device.removed', '=', 0)
      .groupBy('device.user_id')
      .execute()
    return new Map(totals.map((row) => [row.user_id, Number(row.amount)]))
  }
}

/** SQL: whether a chatbot item uses the file in this column. */
export function itemUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from chatbot_items where chatbot_items.media_id = ${sql.ref(mediaId)}
  )`
}

/** The names of the items that answered these messages of a device, by the messages' ids. */
export async function itemNamesOf(
  db: Db,
  deviceId: string,
  inboxIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (inboxIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chatbot_replies as reply')
    .innerJoin('chatbot_items as item', 'item.id', 'reply.fired_item_id')
    .select(['reply.inbox_message_id as id', 'item.name'])
    .where('reply.device_id', '=', deviceId)
    .where('reply.inbox_message_id', 'in', inboxIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The name of an item; empty once it is gone. */
export async function itemNameOf(db: Db, itemId: string): Promise<string> {
  const row = await db
    .selectFrom('chatbot_items')
    .select('name')
    .where('id', '=', itemId)
    .executeTakeFirst()
  return row?.name ?? ''
}
