import type { Db } from '../../../platform/database/database.ts'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import { COLUMNS } from '../inbox-rows.ts'
import { isRowOf } from '../namesakes.ts'

/** The ids among these under which messages were stored that have been pruned since. */
export async function prunedAmong(
  db: Db,
  deviceId: string,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('pruned_inbox')
    .select('message_id')
    .where('device_id', '=', deviceId)
    .where('message_id', 'in', messageIds)
    .execute()
  return new Set(rows.map(({ message_id }) => message_id))
}

/** Those of these messages of one device that are stored under their own id. */
export async function knownAmong(
  db: Db,
  messages: readonly InboundMessage[],
): Promise<ReadonlySet<InboundMessage>> {
  const [first] = messages
  if (!first) return new Set()
  const ids = messages.map(({ messageId }) => messageId)
  const rows = await db
    .selectFrom('inbox')
    .select(COLUMNS)
    .where('device_id', '=', first.deviceId)
    .where('message_id', 'in', ids)
    .where('network_id', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.message_id, row]))
  return new Set(
    messages.filter((message) => {
      const row = byId.get(message.messageId)
      return row !== undefined && isRowOf(row, message)
    }),
  )
}
