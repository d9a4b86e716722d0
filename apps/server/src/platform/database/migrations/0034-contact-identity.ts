import type { Kysely } from 'kysely'

/** The network's own identity of a contact: each is known by one contact of an owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contacts').addColumn('lid', 'text').execute()
  await db.schema
    .createIndex('contacts_lid')
    .unique()
    .on('contacts')
    .columns(['user_id', 'lid'])
    .execute()
}
