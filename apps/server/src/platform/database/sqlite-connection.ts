import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

const STATEMENTS_KEPT = 500
/** 400 MB: a checkpoint is forced here, should the background thread fail. */
const PAGES_OF_LOG_MAX = 100_000
const CACHE_KB = 32_000

/** The outcome of one statement, in a form that can be posted to another thread. */
export interface Executed {
  readonly rows: readonly unknown[]
  /** Null for a statement that returns rows. */
  readonly changes: bigint | null
  readonly lastInsertRowid: bigint | null
}

/**
 * A connection to the embedded database, with statements that are compiled once. It waits `busyMs`,
 * in its thread, for another process that writes.
 */
export function openConnection(file: string, busyMs: number) {
  const database = new DatabaseSync(file)
  try {
    prepareFile(database, busyMs)
  } catch (error) {
    database.close()
    throw error
  }
  const prepare = createStatements(database)
  return {
    database,

    execute(sql: string, parameters: readonly unknown[]): Executed {
      const { statement, answersRows } = prepare(sql)
      const values = bind(parameters)
      if (answersRows)
        return { rows: statement.all(...values), changes: null, lastInsertRowid: null }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) }
    },

    /**
     * On a full disk the engine rolls back by itself; later statements must not run outside of a
     * transaction.
     */
    requireTransaction(): void {
      if (!database.isTransaction) throw new Error('The transaction was given up.')
    },
  }
}

export function toResult<R>({ rows, changes, lastInsertRowid }: Executed): QueryResult<R> {
  return {
    rows: rows as R[],
    ...(changes !== null && { numAffectedRows: changes }),
    ...(lastInsertRowid !== null && { insertId: lastInsertRowid }),
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

function createStatements(database: DatabaseSync) {
  const statements = new Map<string, Prepared>()
  return (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, answersRows: statement.columns().length > 0 }
    if (statements.size >= STATEMENTS_KEPT) statements.clear()
    statements.set(sql, prepared)
    return prepared
  }
}

function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} cannot be stored.`)
  })
}

function prepareFile(database: DatabaseSync, busyMs: number): void {
  // With NORMAL the engine itself flushes only around checkpoints.
  database.exec(`
    PRAGMA busy_timeout = ${busyMs};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${PAGES_OF_LOG_MAX};
    PRAGMA cache_size = -${CACHE_KB};
    PRAGMA foreign_keys = ON;
    BEGIN IMMEDIATE;
    COMMIT;
  `)
}
