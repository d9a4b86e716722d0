import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  keyOf,
  optional,
  tablesOf,
  text,
  withDefault,
} from './baseline/build-table.ts'

const queueOf = (row: string) =>
  `case when ${row}.closed_at is not null then 'closed'
    when ${row}.snoozed_at is not null then 'snoozed'
    when ${row}.waiting_since is not null then 'unanswered'
    else 'answered' end`

/** Adds one chat, or takes one away, of the row with this name; hidden ones are not counted. */
const count = (row: string, n: 1 | -1) =>
  `insert into chat_counts (user_id, device_id, assigned_to, queue, chats)
    select ${row}.user_id, ${row}.device_id, coalesce(${row}.assigned_to, ''), ${queueOf(row)}, ${n}
    where ${row}.hidden = 0;`

const HAS_MOVED = `${queueOf('old')} <> ${queueOf('new')} or old.hidden <> new.hidden
  or coalesce(old.assigned_to, '') <> coalesce(new.assigned_to, '')`

const IS_REOPENED =
  'old.closed_at is not null and new.closed_at is null and new.last_at > old.last_at'
const REOPENED = `insert into chat_entries (id, chat_id, user_id, at, kind, person_id, text, params)
    values (gen_random_uuid()::text, new.id, new.user_id, new.last_at, 'reopened', null, '', '{}');`

/**
 * Settings of numbers for chats, the history that phones share, and chats that are not shown:
 * groups of numbers that show none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'history_parts')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('chats')
    .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('chats').addColumn('marked_to', 'bigint').execute()
  const table = tablesOf(db)
  await table('chat_numbers', {
    device_id: keyOf('devices'),
    history_days: optional.integer,
    shows_groups: integer,
    marks_read: integer,
  })
  await table('chat_history', {
    device_id: keyOf('devices'),
    user_id: text,
    state: text,
    days: optional.integer,
    progress: withDefault(integer, 0),
    about: optional.integer,
    messages: withDefault(integer, 0),
    chats: withDefault(integer, 0),
    begun_at: bigint,
    updated_at: bigint,
  })
  await table('history_parts', {
    id,
    device_id: belongsTo('devices'),
    notification: text,
    tries: withDefault(integer, 0),
    received_at: bigint,
  })
  await createIndexes(db, [
    sql`create index history_parts_device on history_parts (device_id, received_at)`,
    sql`create index chat_history_workspace on chat_history (user_id)`,
  ])
  if (isSqlite(db)) await countShownOnSqlite(db)
  else await countShownOnPostgres(db)
  await sql`update chats set hidden = 1 where kind = 'group'`.execute(db)
}

async function countShownOnSqlite(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'drop trigger chats_counted_in',
    'drop trigger chats_counted_out',
    'drop trigger chats_counted',
    `create trigger chats_counted_in after insert on chats begin ${count('new', 1)} end`,
    `create trigger chats_counted_out after delete on chats begin ${count('old', -1)} end`,
    `create trigger chats_counted after update on chats when ${HAS_MOVED}
      begin ${count('old', -1)} ${count('new', 1)} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function countShownOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function count_chat() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${count('new', 1)} return null; end if;
        if tg_op = 'DELETE' then ${count('old', -1)} return null; end if;
        if (${HAS_MOVED}) then ${count('old', -1)} ${count('new', 1)} end if;
        if (${IS_REOPENED}) then ${REOPENED} end if;
        return null;
      end $$`,
    )
    .execute(db)
}
