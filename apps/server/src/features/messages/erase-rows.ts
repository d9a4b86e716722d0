import { type AliasableExpression, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps, rowsOfDevices } from '../../platform/database/erase-rows.ts'

/** Tables with rows by number, and their keys. */
const OF_NUMBERS = [
  { table: 'history_parts', key: ['id'] },
  { table: 'chats', key: ['id'] },
  { table: 'message_wordings', key: ['device_id', 'message_id', 'at'] },
  { table: 'message_reactions', key: ['device_id', 'message_id', 'sender_jid'] },
  { table: 'inbox_files', key: ['device_id', 'message_id'] },
  { table: 'poll_votes', key: ['device_id', 'poll_id', 'voter_jid'] },
  { table: 'inbox', key: ['device_id', 'message_id'] },
  { table: 'pruned_inbox', key: ['device_id', 'message_id'] },
  { table: 'inbox_changes', key: ['device_id', 'message_id', 'sender_jid', 'what'] },
] as const

/** Deletes the messages to a member's numbers, and the names of their senders. */
export async function eraseMessageRows(
  db: Db,
  devices: AliasableExpression<{ id: string; user_id: string }>,
  workspaceId: string,
): Promise<void> {
  for (const rows of OF_NUMBERS) {
    await eraseInSteps(db, { ...rows, found: rowsOfDevices(rows.table, devices, workspaceId) })
  }
  await eraseInSteps(db, {
    table: 'network_names',
    key: ['user_id', 'phone_number'],
    found: sql`where user_id = ${workspaceId}`,
  })
}
