import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Events for browsers on other nodes that are too large for a notification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`
    create table socket_io_attachments (
      id bigserial unique, created_at timestamptz default now(), payload bytea
    )
  `.execute(db)
}
