import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { isSqlite } from '../text-search.ts'
import type { MovedTable } from './moved-tables.ts'
import { createRowSum, type RowSum } from './row-sum.ts'
import { type Cell, fillSelfReferences, insertRows, readRows } from './table-rows.ts'

export interface CopiedTable extends RowSum {
  readonly name: string
}

/** Triggers write these while other tables are copied; what they wrote is replaced at the end. */
const WRITTEN_BY_TRIGGERS = new Set(['chat_counts', 'chat_steps', 'push_due'])

const isWrittenByTriggers = ({ name }: MovedTable) => WRITTEN_BY_TRIGGERS.has(name)

/**
 * Copies tables in the given order, a few hundred rows per transaction, and reads each of them back
 * from the target. Throws when a checksum differs. Analyzes the tables on PostgreSQL, so that it
 * plans its first queries well.
 */
export async function* copyTables(
  tables: readonly MovedTable[],
  /** A transaction with frozen tables. */
  from: Db,
  to: Db,
): AsyncGenerator<CopiedTable> {
  const others = tables.filter((table) => !isWrittenByTriggers(table))
  for (const table of [...others, ...tables.filter(isWrittenByTriggers)]) {
    if (isWrittenByTriggers(table)) await sql`delete from ${sql.table(table.name)}`.execute(to)
    const sent = createRowSum()
    for await (const rows of readRows(from, table)) {
      for (const row of rows) sent.add(row)
      await writeRows(to, rows, (tx) => insertRows(tx, table, rows))
    }
    if (table.selfReferences.length > 0) {
      for await (const rows of readRows(from, table)) {
        await writeRows(to, rows, (tx) => fillSelfReferences(tx, table, rows))
      }
    }
    const [was, is] = [sent.result(), await sumOf(to, table)]
    if (was.rows !== is.rows || was.checksum !== is.checksum) {
      throw new Error(
        `What arrived of ${table.name} is not what was there: ${is.rows} rows (${is.checksum}) of ${was.rows} (${was.checksum}).`,
      )
    }
    if (!isSqlite(to)) await sql`analyze ${sql.table(table.name)}`.execute(to)
    yield { name: table.name, ...is }
  }
}

async function writeRows(
  to: Db,
  rows: readonly (readonly Cell[])[],
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  if (rows.length > 0) await to.transaction().execute(write)
}

function sumOf(db: Db, table: MovedTable): Promise<RowSum> {
  return db.transaction().execute(async (tx) => {
    const sum = createRowSum()
    for await (const rows of readRows(tx, table)) for (const row of rows) sum.add(row)
    return sum.result()
  })
}
