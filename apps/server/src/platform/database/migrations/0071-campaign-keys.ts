import type { Kysely } from 'kysely'

/** The keys of requests that created campaigns; one outlives its campaign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('campaign_keys')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('campaign_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('campaign_keys_pk', ['user_id', 'key_hash'])
    .execute()
  await db.schema
    .createIndex('campaign_keys_age')
    .on('campaign_keys')
    .columns(['user_id', 'created_at'])
    .execute()
}
