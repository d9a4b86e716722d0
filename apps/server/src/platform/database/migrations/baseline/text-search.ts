import { type Kysely, SqliteAdapter, sql } from 'kysely'

const SEARCHED = [
  { table: 'contacts', owner: 'user_id' },
  { table: 'saved_responses', owner: 'device_id' },
] as const

/** The numbers of one owner's texts are adjacent. */
const PER_OWNER = sql.lit(2 ** 32)

/**
 * An index finds substrings. Where PostgreSQL does not allow its extension, a search reads all rows
 * of the owner.
 */
export async function createTextSearch(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) await indexOnSqlite(db)
  else await indexOnPostgres(db)
}

async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
    exception when others then null;
    end $$
  `.execute(db)
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (rows.length === 0) return
  for (const { table } of SEARCHED) {
    await sql`
      create index ${sql.ref(`${table}_parts`)} on ${sql.table(table)}
      using gin (search_key gin_trgm_ops)
    `.execute(db)
  }
}

/** A text has its own number: SQLite's row ids change when the database is compacted. */
async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table search_texts using fts5(
      text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    )
  `.execute(db)
  // Deletions are merged by later writes: rewriting a whole level took up to 600 ms in one
  // statement of 100,000 deletions.
  await sql`insert into search_texts (search_texts, rank) values ('deletemerge', 0)`.execute(db)
  await sql`
    create table search_owners (
      no integer primary key autoincrement,
      owner text not null unique,
      last integer not null
    )
  `.execute(db)
  for (const searched of SEARCHED) await keepUpToDate(db, searched)
}

type Searched = (typeof SEARCHED)[number]

async function keepUpToDate(db: Kysely<unknown>, searched: Searched): Promise<void> {
  const [table, owner] = [sql.table(searched.table), sql.ref(searched.owner)]
  const trigger = (what: string) => sql.ref(`${searched.table}_text_${what}`)
  await sql`alter table ${table} add column text_no integer`.execute(db)
  await sql`
    create unique index ${sql.ref(`${searched.table}_text`)} on ${table} (text_no)
  `.execute(db)
  await sql`
    create trigger ${trigger('in')} after insert on ${table} begin
      insert into search_owners (owner, last) values (new.${owner}, 1)
        on conflict (owner) do update set last = last + 1;
      update ${table} set text_no =
        (select no * ${PER_OWNER} + last from search_owners where owner = new.${owner})
        where id = new.id;
      insert into search_texts (rowid, text)
        select text_no, search_key from ${table} where id = new.id;
    end
  `.execute(db)
  await sql`
    create trigger ${trigger('changed')} after update of search_key on ${table}
    when old.search_key <> new.search_key begin
      update search_texts set text = new.search_key where rowid = new.text_no;
    end
  `.execute(db)
  await sql`
    create trigger ${trigger('out')} after delete on ${table} begin
      delete from search_texts where rowid = old.text_no;
    end
  `.execute(db)
}
