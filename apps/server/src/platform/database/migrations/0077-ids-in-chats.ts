import { type Kysely, sql } from 'kysely'

/**
 * The id of a message is its sender's choice, and one in its chat alone: where a number has got
 * another message with the same id, it is stored under a key of its own, and the id beside it. Of a
 * removed message a mark of its chat stays, so that it is told from others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('network_id', 'text').execute()
  await db.schema
    .createIndex('inbox_network_id')
    .on('inbox')
    .columns(['device_id', 'network_id'])
    .where(sql.ref('network_id'), 'is not', null)
    .execute()
  await db.schema.alterTable('pruned_inbox').addColumn('network_id', 'text').execute()
  await db.schema.alterTable('pruned_inbox').addColumn('place', 'text').execute()
  await db.schema
    .createIndex('pruned_inbox_network_id')
    .on('pruned_inbox')
    .columns(['device_id', 'network_id'])
    .where(sql.ref('network_id'), 'is not', null)
    .execute()
}
