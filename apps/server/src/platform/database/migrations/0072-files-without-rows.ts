import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Deleting a file's row marks the file for removal in the same transaction, also when the row is
 * deleted together with its owner.
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
