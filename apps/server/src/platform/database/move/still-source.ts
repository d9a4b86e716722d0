import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isSqlite } from '../text-search.ts'
import type { MovedTable } from './moved-tables.ts'

/**
 * Runs `work` in a transaction during which nobody else writes any of the tables; what it writes is
 * kept only when it resolves.
 */
export async function whileStill<T>(
  db: Db,
  tables: readonly MovedTable[],
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const begun = db.startTransaction()
  // Not `transaction()`, which may run its work again.
  const tx = await (isSqlite(db) ? begun : begun.setIsolationLevel('repeatable read')).execute()
  try {
    if (!isSqlite(db)) {
      const names = sql.join(tables.map(({ name }) => sql.table(name)))
      await sql`lock table ${names} in share row exclusive mode`.execute(tx)
    }
    const result = await work(tx)
    await tx.commit().execute()
    return result
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}
