import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * SQLite's index of parts no longer rewrites a level of itself at once when a tenth of it is
 * deleted: that took up to 600 ms in one statement of 100,000 deletions. What is deleted goes with
 * the merges of what is written later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`insert into search_texts (search_texts, rank) values ('deletemerge', 0)`.execute(db)
}
