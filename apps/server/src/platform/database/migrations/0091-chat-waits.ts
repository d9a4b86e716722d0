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

/**
 * Who waited how long, and who is told of what in their browser. The database notes both in the
 * transaction of the message, whoever writes it, so that nothing is counted or looked for later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'push_keys')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('chat_steps', {
    id,
    user_id: text,
    device_id: belongsTo('devices'),
    chat_id: text,
    at: bigint,
    kind: text,
    by: text,
    person_id: optional.text,
    waited_ms: optional.bigint,
    is_first: integer,
  })
  await table('push_subscriptions', {
    id,
    user_id: belongsTo('workspaces'),
    person_id: text,
    browser: unique(text),
    sealed: text,
    mine: integer,
    mentions: integer,
    unanswered_minutes: optional.integer,
    shows_text: integer,
    created_at: bigint,
  })
  await table('push_due', {
    id,
    user_id: text,
    person_id: text,
    chat_id: text,
    kind: text,
    at: bigint,
    told_at: optional.bigint,
  })
  await table('push_keys', { name: id, sealed: text })
  await createIndexes(db, [
    sql`create index chat_steps_workspace on chat_steps (user_id, at, id)`,
    sql`create index chat_steps_chat on chat_steps (chat_id, at)`,
    sql`create index chat_entries_closed on chat_entries (user_id, at) where kind = 'closed'`,
    sql`create index push_subscriptions_person on push_subscriptions (user_id, person_id)`,
    sql`create index push_due_at on push_due (at)`,
  ])
  if (isSqlite(db)) await noteOnSqlite(db)
  else await noteOnPostgres(db)
}

/** A person wrote whom nobody was to answer: in a new chat, a closed one, or after a campaign. */
const HAS_COME = `new.waiting_since is not null and old.waiting_since is null
  and (old.closed_at is not null or old.last_by = 'campaign')`
const HAS_ANSWER = `old.waiting_since is not null and new.waiting_since is null
  and new.last_by <> 'person' and new.last_at >= old.waiting_since`
const IS_FOR_ASSIGNEE = `new.assigned_to is not null and new.waiting_since is not null
  and new.last_by = 'person' and new.unread > old.unread`

const come = (newId: string) =>
  `insert into chat_steps (id, user_id, device_id, chat_id, at, kind, by, person_id, waited_ms, is_first)
    values (${newId}, new.user_id, new.device_id, new.id, new.last_at, 'come', 'person', null, null, 0);`

/** The first answer is that since the case was opened. */
const answered = (newId: string) =>
  `insert into chat_steps (id, user_id, device_id, chat_id, at, kind, by, person_id, waited_ms, is_first)
    select ${newId}, new.user_id, new.device_id, new.id, new.last_at, 'answered', new.last_by,
      new.last_person_id, new.last_at - old.waiting_since,
      case when exists (
        select 1 from chat_steps as earlier where earlier.chat_id = new.id
          and earlier.kind = 'answered' and earlier.at >= coalesce(new.opened_at, 0)
      ) then 0 else 1 end;`

const due = `insert into push_due (id, user_id, person_id, chat_id, kind, at)
  select 'mine ' || new.id || ' ' || new.last_at, new.user_id, new.assigned_to, new.id, 'mine',
    new.last_at
  where exists (
    select 1 from push_subscriptions as wanted
    where wanted.user_id = new.user_id and wanted.person_id = new.assigned_to and wanted.mine = 1
  ) on conflict do nothing;`

const mentioned = `insert into push_due (id, user_id, person_id, chat_id, kind, at)
  select 'mention ' || new.entry_id || ' ' || new.person_id, new.user_id, new.person_id,
    new.chat_id, 'mention', new.at
  where exists (
    select 1 from push_subscriptions as wanted
    where wanted.user_id = new.user_id and wanted.person_id = new.person_id and wanted.mentions = 1
  ) on conflict do nothing;`

async function noteOnSqlite(db: Kysely<unknown>): Promise<void> {
  const newId = 'lower(hex(randomblob(16)))'
  const triggers = [
    `create trigger chats_came_in after insert on chats when new.waiting_since is not null
      begin ${come(newId)} end`,
    `create trigger chats_came after update of waiting_since on chats when ${HAS_COME}
      begin ${come(newId)} end`,
    `create trigger chats_answered_step after update of waiting_since on chats when ${HAS_ANSWER}
      begin ${answered(newId)} end`,
    `create trigger chats_push after update of unread on chats when ${IS_FOR_ASSIGNEE}
      begin ${due} end`,
    `create trigger chat_mentions_push after insert on chat_mentions begin ${mentioned} end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function noteOnPostgres(db: Kysely<unknown>): Promise<void> {
  const newId = 'gen_random_uuid()::text'
  const statements = [
    `create function note_chat_step() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if (new.waiting_since is not null) then ${come(newId)} end if;
          return null;
        end if;
        if (${HAS_COME}) then ${come(newId)} end if;
        if (${HAS_ANSWER}) then ${answered(newId)} end if;
        if (${IS_FOR_ASSIGNEE}) then ${due} end if;
        return null;
      end $$`,
    `create trigger chats_step after insert or update of waiting_since, unread on chats
      for each row execute function note_chat_step()`,
    `create function note_mention() returns trigger language plpgsql as $$
      begin ${mentioned} return null; end $$`,
    `create trigger chat_mentions_push after insert on chat_mentions
      for each row execute function note_mention()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
