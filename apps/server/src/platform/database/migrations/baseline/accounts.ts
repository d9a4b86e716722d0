import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  keyOf,
  optional,
  primaryKey,
  tablesOf,
  text,
  unique,
} from './build-table.ts'

export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('users', {
    id,
    name: text,
    email: text,
    email_key: unique(text),
    password_hash: text,
    role: text,
    membership_plan: text,
    default_country: text,
    created_at: bigint,
  })
  await table('tokens', {
    hash: id,
    user_id: belongsTo('users'),
    created_at: bigint,
    expires_at: bigint,
  })
  await table('user_totals', {
    user_id: keyOf('users'),
    total: bigint,
    sent: bigint,
    failed: bigint,
  })
  await table(
    'known_addresses',
    { user_id: belongsTo('users'), hash: text, seen_at: bigint },
    { primaryKey: { known_addresses_pk: ['user_id', 'hash'] } },
  )
  await table('password_resets', {
    user_id: keyOf('users'),
    token_hash: unique(text),
    expires_at: bigint,
  })
  await table('invitations', {
    id,
    token_hash: unique(text),
    note: text,
    created_at: bigint,
    expires_at: bigint,
  })
  await table(
    'quota_overrides',
    { user_id: belongsTo('users'), quota: text, most: bigint },
    { primaryKey: { quota_overrides_pk: ['user_id', 'quota'] } },
  )
  await table('quota_use', {
    user_id: keyOf('users'),
    contacts: bigint,
    media_bytes: bigint,
    calls: bigint,
    calls_day: text,
  })
  await table('server_checks', { name: id, sealed: text })
  await table('server_settings', { name: id, value: text })
  await table(
    'locks',
    { name: optional.text, taken_at: bigint },
    { primaryKey: { turns_pkey: ['name'] } },
  )
  await table('client_version', { name: id, version: text, asked_at: bigint })
  await table('retention_totals', {
    name: primaryKey(text),
    removed: bigint,
    emptied: bigint,
    at: bigint,
  })
  await createIndexes(db, [sql`create index tokens_user on tokens (user_id)`])
}
