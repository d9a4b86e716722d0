import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The numbers of one owner's texts are adjacent. */
const PER_OWNER = sql.lit(2 ** 32)

/**
 * On SQLite a text may enter the substring index some time after its row, if the code that inserted
 * the row also assigned the number. `search_gaps` lists the missing texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`
    create table search_gaps (first integer primary key, last integer not null)
  `.execute(db)
  await sql`drop trigger contacts_text_in`.execute(db)
  await sql`
    create trigger contacts_text_in after insert on contacts when new.text_no is null begin
      insert into search_owners (owner, last) values (new.user_id, 1)
        on conflict (owner) do update set last = last + 1;
      update contacts set text_no =
        (select no * ${PER_OWNER} + last from search_owners where owner = new.user_id)
        where id = new.id;
      insert into search_texts (rowid, text)
        select text_no, search_key from contacts where id = new.id;
    end
  `.execute(db)
}
