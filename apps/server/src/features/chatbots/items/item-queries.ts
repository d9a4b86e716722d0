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
