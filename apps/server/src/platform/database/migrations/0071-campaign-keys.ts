import { type Kysely, sql } from 'kysely'
import { belongsTo, bigint, createIndexes, tablesOf, text } from './baseline/build-table.ts'

/** The keys of requests that created campaigns; one outlives its campaign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tablesOf(db)(
    'campaign_keys',
    {
      user_id: belongsTo('users'),
      key_hash: text,
      fingerprint: text,
      campaign_id: text,
      created_at: bigint,
    },
    { primaryKey: { campaign_keys_pk: ['user_id', 'key_hash'] } },
  )
  await createIndexes(db, [
    sql`create index campaign_keys_age on campaign_keys (user_id, created_at)`,
  ])
}
