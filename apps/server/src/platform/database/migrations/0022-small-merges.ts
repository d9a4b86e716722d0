import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * SQLite's substring index no longer rewrites a whole level once a tenth of it is deleted: that
 * took up to 600 ms in one statement of 100,000 deletions. Later writes merge deletions away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`insert into search_texts (search_texts, rank) values ('deletemerge', 0)`.execute(db)
}
