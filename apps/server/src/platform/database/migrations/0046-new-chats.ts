import type { Kysely } from 'kysely'

/**
 * Of a number, whether the network itself named the end of its limit of new chats, until when it is
 * locked, and how many chats it may still begin, of how many, from when until when.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('limit_named', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['locked_until', 'chats_from', 'chats_until'] as const) {
    await db.schema.alterTable('devices').addColumn(column, 'bigint').execute()
  }
  for (const column of ['chats_left', 'chats_of'] as const) {
    await db.schema.alterTable('devices').addColumn(column, 'integer').execute()
  }
}
