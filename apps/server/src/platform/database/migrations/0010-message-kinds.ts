import { type Kysely, sql } from 'kysely'

/**
 * The kind of inbound messages and saved responses; of earlier ones it is only known that they had
 * no text.
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
