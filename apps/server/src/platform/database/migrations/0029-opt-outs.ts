import type { Kysely } from 'kysely'

/**
 * Who is left alone, and every change of it. A person is known by their number, by the network's
 * identity, or by both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('opt_outs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('phone_number', 'text')
    .addColumn('lid', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('search_key', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('last_change_id', 'text', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['opt_outs_number', ['user_id', 'phone_number']],
    ['opt_outs_lid', ['user_id', 'lid']],
    ['opt_outs_last', ['user_id', 'last_change_id']],
    ['opt_outs_standing', ['user_id', 'standing', 'last_change_id']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .unique()
      .on('opt_outs')
      .columns([...columns])
      .execute()
  }
  await db.schema
    .createTable('opt_out_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('opt_out_id', 'text', (column) =>
      column.notNull().references('opt_outs.id').onDelete('cascade'),
    )
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('how', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('campaign_name', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('opt_out_changes_person')
    .on('opt_out_changes')
    .columns(['opt_out_id', 'id'])
    .execute()
  await db.schema
    .createTable('opt_out_settings')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('line_by_default', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('campaigns')
    .addColumn('opt_out_line', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
