import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import {
  belongsTo,
  bigint,
  createIndexes,
  integer,
  mayName,
  optional,
  tablesOf,
  text,
} from './baseline/build-table.ts'

/** Files of inbound messages, and votes in polls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'poll_votes')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table(
    'inbox_files',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      state: text,
      media_id: mayName('media'),
      preview_id: mayName('media'),
      clicked: integer,
      attempts: integer,
      next_at: bigint,
    },
    { primaryKey: { inbox_files_pk: ['device_id', 'message_id'] } },
  )
  await table(
    'poll_votes',
    {
      device_id: belongsTo('devices'),
      poll_id: text,
      voter_jid: text,
      voter_name: text,
      at: bigint,
      chosen: optional.text,
      sealed: optional.text,
    },
    { primaryKey: { poll_votes_pk: ['device_id', 'poll_id', 'voter_jid'] } },
  )
  await createIndexes(db, [
    sql`create index inbox_files_asked on inbox_files (device_id, next_at) where state = 'asked'`,
    sql`create index inbox_files_media on inbox_files (media_id) where media_id is not null`,
    sql`create index inbox_files_preview on inbox_files (preview_id) where preview_id is not null`,
  ])
}
