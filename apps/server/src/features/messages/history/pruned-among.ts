import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { elements, elementText } from '../../../platform/database/json-rows.ts'

/** The ids among these under which messages were stored that have been pruned since. */
export async function prunedAmong(
  db: Db,
  deviceId: string,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set()
  const { rows } = await sql<{ message_id: string }>`
    select message_id from pruned_inbox where device_id = ${deviceId}
      and message_id in (
        select ${elementText(db)} from ${elements(db, JSON.stringify(messageIds))}
      )
  `.execute(db)
  return new Set(rows.map(({ message_id }) => message_id))
}
