import type { Kysely } from 'kysely'

/** The number of a contact's account, where the network writes it in another way than its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contacts').addColumn('network_number', 'text').execute()
  await db.schema
    .createIndex('contacts_network_number')
    .on('contacts')
    .columns(['user_id', 'network_number'])
    .execute()
}
