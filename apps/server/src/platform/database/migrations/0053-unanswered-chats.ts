import type { Kysely } from 'kysely'

/** Whether a number's limit of new chats holds for chats, too, that were never answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('limits_unanswered', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
