import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { elements, elementText } from '../../../platform/database/json-rows.ts'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import type { InboxRow } from '../inbox-rows.ts'
import { isRowOf } from '../namesakes.ts'

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

/** Those of these messages of one device that are stored under their own id. */
export async function knownAmong(
  db: Db,
  messages: readonly InboundMessage[],
): Promise<ReadonlySet<InboundMessage>> {
  const [first] = messages
  if (!first) return new Set()
  const ids = JSON.stringify(messages.map(({ messageId }) => messageId))
  const { rows } = await sql<InboxRow>`
    select * from inbox where device_id = ${first.deviceId} and network_id is null
      and message_id in (select ${elementText(db)} from ${elements(db, ids)})
  `.execute(db)
  const byId = new Map(rows.map((row) => [row.message_id, row]))
  return new Set(
    messages.filter((message) => {
      const row = byId.get(message.messageId)
      return row !== undefined && isRowOf(row, message)
    }),
  )
}
