import type { Kysely } from 'kysely'

/** Texts that their owner starts messages from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_texts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('sort_key', 'text', (column) => column.notNull())
    .addColumn('search_key', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('saved_texts_name')
    .unique()
    .on('saved_texts')
    .columns(['user_id', 'name_key'])
    .execute()
}
