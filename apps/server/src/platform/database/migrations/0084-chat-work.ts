import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  optional,
  tablesOf,
  text,
  unique,
} from './baseline/build-table.ts'

/** Where a chat stands, of the row with this name. */
const queueOf = (row: string) =>
  `case when ${row}.closed_at is not null then 'closed'
    when ${row}.snoozed_at is not null then 'snoozed'
    when ${row}.waiting_since is not null then 'unanswered'
    else 'answered' end`

/** Adds one chat, or takes one away, of the row with this name. */
const count = (row: string, n: 1 | -1) =>
  `insert into chat_counts (user_id, device_id, assigned_to, queue, chats)
    values (${row}.user_id, ${row}.device_id, coalesce(${row}.assigned_to, ''), ${queueOf(row)}, ${n});`

const HAS_MOVED = `${queueOf('old')} <> ${queueOf('new')}
  or coalesce(old.assigned_to, '') <> coalesce(new.assigned_to, '')`

/** A message of the person opens a closed case again. */
const IS_REOPENED =
  'old.closed_at is not null and new.closed_at is null and new.last_at > old.last_at'
const reopened = (newId: string) =>
  `insert into chat_entries (id, chat_id, user_id, at, kind, person_id, text, params)
    values (${newId}, new.id, new.user_id, new.last_at, 'reopened', null, '', '{}');`

/**
 * What people do with chats: cases, assignees, notes, messages. Counts of chats are kept by the
 * database itself, whoever writes a chat, a node of an earlier version included: each change is a
 * row of its own, so that nothing waits for another, and rows are summed up from time to time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'member_messages')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  const table = tablesOf(db)
  await table('chat_counts', {
    user_id: text,
    device_id: text,
    assigned_to: text,
    queue: text,
    chats: integer,
  })
  await table('chat_entries', {
    id,
    chat_id: belongsTo('chats'),
    user_id: text,
    at: bigint,
    kind: text,
    person_id: optional.text,
    text,
    params: text,
  })
  await table('member_messages', {
    id,
    user_id: text,
    device_id: belongsTo('devices'),
    chat_id: text,
    person_id: text,
    client_id: unique(text),
    kind: text,
    text,
    media_id: optional.text,
    content: optional.text,
    send_at: optional.bigint,
    state: text,
    created_at: bigint,
  })
  await createIndexes(db, [
    sql`create index chats_unanswered on chats (user_id, waiting_since, id)
      where waiting_since is not null and closed_at is null and snoozed_at is null`,
    sql`create index chats_answered on chats (user_id, last_at, id)
      where waiting_since is null and closed_at is null and snoozed_at is null`,
    sql`create index chats_snoozed on chats (user_id, snoozed_at, id)
      where snoozed_at is not null and closed_at is null`,
    sql`create index chats_waking on chats (snoozed_until) where snoozed_until is not null`,
    sql`create index chats_closed on chats (user_id, closed_at, id) where closed_at is not null`,
    sql`create index chats_number on chats (user_id, number) where number is not null`,
    sql`create index chat_counts_workspace on chat_counts (user_id, device_id)`,
    sql`create index chat_entries_timeline on chat_entries (chat_id, at, id)`,
    sql`create index member_messages_chat on member_messages (chat_id)`,
    sql`create index member_messages_due on member_messages (device_id, send_at)
      where state = 'scheduled'`,
  ])
  if (isSqlite(db)) await keepCountsOnSqlite(db)
  else await keepCountsOnPostgres(db)
  await sql
    .raw(
      `insert into chat_counts (user_id, device_id, assigned_to, queue, chats)
        select user_id, device_id, coalesce(assigned_to, ''), ${queueOf('chats')}, count(*)
        from chats group by 1, 2, 3, 4`,
    )
    .execute(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['chats', 'opened_at', 'bigint'],
    ['chats', 'closed_at', 'bigint'],
    ['chats', 'snoozed_at', 'bigint'],
    ['chats', 'snoozed_until', 'bigint'],
    ['chats', 'last_person_id', 'text'],
    ['outgoing', 'content', 'text'],
    ['inbox', 'content', 'text'],
  ] as const
  for (const [table, column, type] of columns) {
    await db.schema.alterTable(table).addColumn(column, type).execute()
  }
}

async function keepCountsOnSqlite(db: Kysely<unknown>): Promise<void> {
  const triggers = [
    `create trigger chats_counted_in after insert on chats begin ${count('new', 1)} end`,
    `create trigger chats_counted_out after delete on chats begin ${count('old', -1)} end`,
    `create trigger chats_counted after update on chats when ${HAS_MOVED}
      begin ${count('old', -1)} ${count('new', 1)} end`,
    `create trigger chats_reopened after update on chats when ${IS_REOPENED}
      begin ${reopened('lower(hex(randomblob(16)))')} end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function keepCountsOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function count_chat() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${count('new', 1)} return null; end if;
        if tg_op = 'DELETE' then ${count('old', -1)} return null; end if;
        if (${HAS_MOVED}) then ${count('old', -1)} ${count('new', 1)} end if;
        if (${IS_REOPENED}) then ${reopened('gen_random_uuid()::text')} end if;
        return null;
      end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger chats_counted after insert or update or delete on chats
        for each row execute function count_chat()`,
    )
    .execute(db)
}
