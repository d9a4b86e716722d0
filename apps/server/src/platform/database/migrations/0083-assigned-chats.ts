import { type Kysely, sql } from 'kysely'
import { createIndexes } from './baseline/build-table.ts'

/** Finds the chats of a person without reading all of the workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexes(db, [
    sql`create index chats_assigned on chats (user_id, assigned_to) where assigned_to is not null`,
  ])
}
