import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isSqlite } from './text-search.ts'

/**
 * Until the transaction ends, PostgreSQL reads rows by indexes in their order and joins by nested
 * loops. For reads of one page of a large table: after an import, the table's statistics may be
 * older than most of its rows. PostgreSQL then expects one row where there are thousands, and sorts
 * the rest of the table, or reads the whole page for each row.
 */
export async function preferIndexes(tx: Db): Promise<void> {
  if (isSqlite(tx)) return
  const off = ['enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map(
    (setting) => sql`set_config(${setting}, 'off', true)`,
  )
  await sql`select ${sql.join(off)}`.execute(tx)
}
