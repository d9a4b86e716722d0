import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  optional,
  tablesOf,
  text,
} from './baseline/build-table.ts'

/**
 * Notes about a person, who may have several chats and need not be a contact; and the file of a
 * saved text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'person_notes')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('saved_texts').addColumn('media_id', 'text').execute()
  await tablesOf(db)('person_notes', {
    id,
    user_id: belongsTo('workspaces'),
    number: optional.text,
    lid: optional.text,
    person_id: optional.text,
    text,
    at: bigint,
  })
  await createIndexes(db, [
    sql`create index person_notes_number on person_notes (user_id, number)`,
    sql`create index person_notes_lid on person_notes (user_id, lid)`,
    sql`create index chats_person on chats (user_id, lid) where lid is not null`,
    sql`create index saved_texts_media on saved_texts (media_id) where media_id is not null`,
  ])
}
