import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Whoever deletes a file's row dooms the file, in the same transaction: also who deletes its owner,
 * with whom the row goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await sql`
      create trigger media_doomed after delete on media begin
        insert or ignore into doomed_media (file_name) values (old.file_name);
      end
    `.execute(db)
    return
  }
  await sql`
    create function doom_media() returns trigger language plpgsql as $$ begin
      insert into doomed_media (file_name) values (old.file_name) on conflict do nothing;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger media_doomed after delete on media
    for each row execute function doom_media()
  `.execute(db)
}
