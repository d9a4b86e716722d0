import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'
import { isSqlite } from '../../platform/database/text-search.ts'

/** Tables with rows by workspace, of which one may have very many. */
const OF_WORKSPACES = [
  { table: 'chat_entries', key: ['id'] },
  { table: 'member_messages', key: ['id'] },
  { table: 'chat_steps', key: ['id'] },
  { table: 'push_subscriptions', key: ['id'] },
  { table: 'push_due', key: ['id'] },
  { table: 'person_notes', key: ['id'] },
] as const

/** Deletes what people wrote in chats, and the counts of chats; called once the chats are gone. */
export async function eraseChatRows(db: Db, workspaceId: string): Promise<void> {
  for (const rows of OF_WORKSPACES) {
    await eraseInSteps(db, { ...rows, found: sql`where user_id = ${workspaceId}` })
  }
  // A row has no key of its own.
  const key = [isSqlite(db) ? 'rowid' : 'ctid']
  await eraseInSteps(db, { table: 'chat_counts', key, found: sql`where user_id = ${workspaceId}` })
}
