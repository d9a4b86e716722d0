import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import {
  createIndexes,
  integer,
  keyOf,
  optional,
  primaryKey,
  tablesOf,
  text,
  unique,
} from './baseline/build-table.ts'

/** What is searched: its table, its key, and the columns whose change changes what is found. */
const SEARCHED = [
  {
    what: 0,
    table: 'inbox',
    device: 'device_id',
    key: 'message_id',
    of: 'text, deleted, edited_at',
  },
  { what: 1, table: 'outgoing', device: 'device_id', key: 'message_id', of: 'text, state' },
  { what: 2, table: 'chats', device: 'device_id', key: 'id', of: 'name, number, username' },
] as const
type Searched = (typeof SEARCHED)[number]

/**
 * The index of words in chats. The database notes what came, changed or went, whoever writes it;
 * a part of the server indexes it shortly afterwards, so that storing a message hardly costs more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'search_backlog')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('search_pending', { what: integer, device_id: text, item_id: text })
  await table('search_devices', { device_id: keyOf('devices'), no: unique(integer) })
  await table(
    'search_messages',
    {
      // On SQLite the row's own number.
      no: primaryKey(isSqlite(db) ? optional.integer : optional.bigint),
      what: integer,
      device_id: text,
      item_id: text,
      text: optional.text,
    },
    { unique: { search_messages_item: ['item_id', 'device_id', 'what'] } },
  )
  await table('search_backlog', {
    what: primaryKey(optional.integer),
    device_id: text,
    item_id: text,
  })
  if (isSqlite(db)) await indexOnSqlite(db)
  else await indexOnPostgres(db)
  // What older versions have stored is walked through after the start.
  for (const { what } of SEARCHED) {
    await sql`insert into search_backlog (what, device_id, item_id) values (${what}, '', '')`.execute(
      db,
    )
  }
}

const note = ({ what, device, key }: Searched, row: 'old' | 'new') =>
  `insert into search_pending (what, device_id, item_id)
    values (${what}, ${row}.${device}, ${row}.${key});`

async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table search_texts_of_messages using fts5(
      text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
    )
  `.execute(db)
  // As for the other texts: deletions are merged by later writes.
  await sql`
    insert into search_texts_of_messages (search_texts_of_messages, rank) values ('deletemerge', 0)
  `.execute(db)
  for (const searched of SEARCHED) {
    const { table, of } = searched
    const triggers = [
      `create trigger ${table}_search_in after insert on ${table} begin ${note(searched, 'new')} end`,
      `create trigger ${table}_search_out after delete on ${table} begin ${note(searched, 'old')} end`,
      `create trigger ${table}_search after update of ${of} on ${table}
        when ${hasChanged(searched, 'is not')} begin ${note(searched, 'new')} end`,
    ]
    for (const trigger of triggers) await sql.raw(trigger).execute(db)
  }
}

/** A message is written anew by each receipt; only a change of what is found is noted. */
function hasChanged({ table, of }: Searched, differs: 'is not' | 'is distinct from'): string {
  if (table === 'outgoing') {
    return "old.text <> new.text or (old.state <> new.state and new.state = 'dropped')"
  }
  return of
    .split(', ')
    .map((column) => `old.${column} ${differs} new.${column}`)
    .join(' or ')
}

async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const searched of SEARCHED) {
    const { table, of } = searched
    const name = `note_${table}_for_search`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
        begin
          if tg_op = 'DELETE' then ${note(searched, 'old')}
          elsif tg_op = 'INSERT' then ${note(searched, 'new')}
          elsif (${hasChanged(searched, 'is distinct from')}) then ${note(searched, 'new')}
          end if;
          return null;
        end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${table}_search after insert or delete or update of ${of} on ${table}
          for each row execute function ${name}()`,
      )
      .execute(db)
  }
  // Where the extension is not allowed, a search reads the newest texts one after the other.
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (rows.length === 0) return
  await createIndexes(db, [
    sql`create index search_messages_parts on search_messages using gin (text gin_trgm_ops)`,
  ])
}
