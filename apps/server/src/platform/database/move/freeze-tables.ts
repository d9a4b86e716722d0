import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isSqlite } from '../text-search.ts'
import type { MovedTable } from './moved-tables.ts'

/**
 * Runs `work` in a transaction during which nobody else can write to these tables; commits when it
 * resolves.
 */
export async function withFrozenTables<T>(
  db: Db,
  tables: readonly MovedTable[],
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const builder = db.startTransaction()
  // Not `transaction()`, which may run its work again.
  const tx = await (isSqlite(db) ? builder : builder.setIsolationLevel('repeatable read')).execute()
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
