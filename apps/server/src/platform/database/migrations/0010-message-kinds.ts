import { type Kysely, sql } from 'kysely'

/**
 * What kind of thing an inbound message and a saved response were;
 * of earlier ones only that they had no words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['inbox', 'saved_responses']) {
    await db.schema
      .alterTable(table)
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('text'))
      .execute()
    await sql`update ${sql.table(table)} set kind = 'other' where text = ''`.execute(db)
  }
}
