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
  unique,
  withDefault,
} from './baseline/build-table.ts'

const PEOPLE = {
  id,
  name: text,
  email: text,
  email_key: unique(text),
  password_hash: text,
  role: text,
  // Read and written by nodes of earlier versions; see `followOlderNodes`.
  membership_plan: withDefault(text, 'Free'),
  default_country: withDefault(text, 'MY'),
  created_at: bigint,
  workspace_id: optional.text,
}
const WORKSPACES = {
  id,
  name: text,
  membership_plan: text,
  default_country: text,
  created_at: bigint,
}
/** Of the table that `users` was: what both it and `WORKSPACES` have. */
const OF_WORKSPACES = sql.raw('id, name, membership_plan, default_country, created_at')
const OF_PEOPLE = sql.raw(
  'id, name, email, email_key, password_hash, role, membership_plan, default_country, created_at',
)
/** What belongs to a person, not to a workspace. */
const OF_A_PERSON = ['tokens', 'password_resets', 'known_addresses'] as const

/**
 * Splits `users` into workspaces, which own everything, and the people who sign in. Each person
 * gets a workspace of one under the person's id, so whatever named a user names a workspace now:
 * the table itself becomes `workspaces`, and its references with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return onSqlite(db)
  await splitOnPostgres(db)
  await addMemberships(db)
  await followOlderNodes(db)
}

async function addMemberships(db: Kysely<unknown>): Promise<void> {
  await tablesOf(db)(
    'memberships',
    {
      workspace_id: belongsTo('workspaces'),
      person_id: belongsTo('users'),
      role: text,
      sees: text,
      device_ids: text,
      hides_numbers: integer,
      created_at: bigint,
      last_seen_at: optional.bigint,
    },
    { primaryKey: { memberships_pk: ['workspace_id', 'person_id'] } },
  )
  await tablesOf(db)('team_invitations', {
    id,
    workspace_id: belongsTo('workspaces'),
    token_hash: unique(text),
    email: text,
    role: text,
    sees: text,
    device_ids: text,
    hides_numbers: integer,
    invited_by: text,
    created_at: bigint,
    expires_at: bigint,
  })
  await db.schema
    .alterTable('workspaces')
    .addColumn('hides_numbers_of_agents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('chats').addColumn('assigned_to', 'text').execute()
  await sql`update users set workspace_id = id`.execute(db)
  await sql`
    insert into memberships
      (workspace_id, person_id, role, sees, device_ids, hides_numbers, created_at)
    select id, id, 'owner', 'all', '[]', 0, created_at from users
  `.execute(db)
  await createIndexes(db, [
    sql`create index memberships_person on memberships (person_id)`,
    sql`create index team_invitations_workspace on team_invitations (workspace_id)`,
  ])
}

/**
 * SQLite cannot drop a unique column, so `users` is built anew as it recommends: without foreign
 * keys, which no transaction can switch off, or dropping the old table would delete everything. A
 * server that was killed before the migration was recorded finds it done.
 */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'workspaces')) return
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    await db.transaction().execute(async (tx) => {
      await splitOnSqlite(tx)
      await addMemberships(tx)
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

async function splitOnSqlite(tx: Kysely<unknown>): Promise<void> {
  const table = tablesOf(tx)
  await sql`alter table users rename to workspaces`.execute(tx)
  await table('users', PEOPLE)
  await sql`insert into users (${OF_PEOPLE}) select ${OF_PEOPLE} from workspaces`.execute(tx)
  await table('new_workspaces', WORKSPACES)
  await sql`
    insert into new_workspaces (${OF_WORKSPACES}) select ${OF_WORKSPACES} from workspaces
  `.execute(tx)
  await sql`drop table workspaces`.execute(tx)
  await sql`alter table new_workspaces rename to workspaces`.execute(tx)
  await rebuildTablesOfPeople(tx)
}

/** As they were, but for the table they refer to. */
async function rebuildTablesOfPeople(tx: Kysely<unknown>): Promise<void> {
  const table = tablesOf(tx)
  for (const name of OF_A_PERSON) {
    await sql`alter table ${sql.table(name)} rename to ${sql.table(`old_${name}`)}`.execute(tx)
  }
  await table('tokens', {
    hash: id,
    user_id: belongsTo('users'),
    created_at: bigint,
    expires_at: bigint,
  })
  await table('password_resets', {
    user_id: keyOf('users'),
    token_hash: unique(text),
    expires_at: bigint,
    made_by: optional.text,
  })
  await table(
    'known_addresses',
    { user_id: belongsTo('users'), hash: text, seen_at: bigint },
    { primaryKey: { known_addresses_pk: ['user_id', 'hash'] } },
  )
  for (const name of OF_A_PERSON) {
    const old = sql.table(`old_${name}`)
    await sql`insert into ${sql.table(name)} select * from ${old}`.execute(tx)
    await sql`drop table ${old}`.execute(tx)
  }
  await createIndexes(tx, [sql`create index tokens_user on tokens (user_id)`])
}

async function splitOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users rename to workspaces`.execute(db)
  for (const rule of ['pkey', 'email_key_key']) {
    await sql`
      alter table workspaces rename constraint ${sql.id(`users_${rule}`)}
        to ${sql.id(`workspaces_${rule}`)}
    `.execute(db)
  }
  await tablesOf(db)('users', PEOPLE)
  await sql`insert into users (${OF_PEOPLE}) select ${OF_PEOPLE} from workspaces`.execute(db)
  for (const column of ['email', 'email_key', 'password_hash', 'role']) {
    await sql`alter table workspaces drop column ${sql.id(column)}`.execute(db)
  }
  for (const name of OF_A_PERSON) {
    const rule = sql.id(`${name}_user_id_fkey`)
    await sql`
      alter table ${sql.table(name)} drop constraint ${rule}, add constraint ${rule}
        foreign key (user_id) references users (id) on delete cascade
    `.execute(db)
  }
}

/**
 * During an update, nodes of earlier versions still open accounts, change plans and delete accounts
 * in `users`: a person whom they added, who names no workspace, gets one, it follows their changes,
 * and it goes with the person unless it has other people.
 */
async function followOlderNodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_own_workspace() returns trigger language plpgsql as $$
    begin
      insert into workspaces (id, name, membership_plan, default_country, created_at)
        values (new.id, new.name, new.membership_plan, new.default_country, new.created_at);
      insert into memberships
        (workspace_id, person_id, role, sees, device_ids, hides_numbers, created_at)
        values (new.id, new.id, 'owner', 'all', '[]', 0, new.created_at);
      update users set workspace_id = new.id where id = new.id;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger users_added_by_older_nodes after insert on users
    for each row when (new.workspace_id is null) execute function add_own_workspace()
  `.execute(db)
  await sql`
    create function change_own_workspace() returns trigger language plpgsql as $$
    begin
      update workspaces
        set membership_plan = new.membership_plan, default_country = new.default_country
        where id = new.id;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger users_changed_by_older_nodes
    after update of membership_plan, default_country on users
    for each row when (
      new.membership_plan is distinct from old.membership_plan
      or new.default_country is distinct from old.default_country
    ) execute function change_own_workspace()
  `.execute(db)
  await sql`
    create function delete_own_workspace() returns trigger language plpgsql as $$
    begin
      delete from workspaces where id = old.id
        and not exists (select 1 from memberships where workspace_id = old.id);
      return null;
    end $$
  `.execute(db)
  // After the memberships, whose trigger has a name that comes before.
  await sql`
    create trigger users_deleted_by_older_nodes after delete on users
    for each row execute function delete_own_workspace()
  `.execute(db)
}
