import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isSqlite } from './text-search.ts'

/**
 * Until the transaction ends, PostgreSQL reads rows from indexes in their order, and looks up those
 * of another table one by one. For what reads a page of a large table at a time: what PostgreSQL
 * knows of a table may be older than most of its rows, after an import say. It then expects one row
 * of a page of thousands, and reads all that are left to sort them, or the whole page for each.
 */
export async function readByIndexes(tx: Db): Promise<void> {
  if (isSqlite(tx)) return
  const off = ['enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map(
    (setting) => sql`set_config(${setting}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(tx)
}
