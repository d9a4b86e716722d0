import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps, rowsOfDevices } from '../../platform/database/erase-rows.ts'
import type { ChatbotDevices } from './chatbots.ports.ts'

/** Tables with rows by number, and their keys. */
const OF_NUMBERS = [
  { table: 'awaited_responses', key: ['device_id', 'chat_key', 'contact_key', 'item_id'] },
  { table: 'chatbot_replies', key: ['device_id', 'message_id'] },
] as const

/** Deletes a member's rows from the tables that may hold very many of them. */
export async function eraseChatbotRows(
  db: Db,
  devices: ChatbotDevices['rows'],
  workspaceId: string,
): Promise<void> {
  await eraseInSteps(db, {
    table: 'saved_responses',
    key: ['id'],
    found: sql`where user_id = ${workspaceId}`,
  })
  for (const rows of OF_NUMBERS) {
    await eraseInSteps(db, { ...rows, found: rowsOfDevices(rows.table, devices, workspaceId) })
  }
}
