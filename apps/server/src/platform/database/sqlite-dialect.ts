import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely'

const STATEMENTS_KEPT = 500

/** Kysely's SQLite dialect over the engine built into Node: WAL, and every commit reaches the disk. */
export function createSqliteDialect(file: string): Dialect {
  return new SqliteDialect({
    database: async () => {
      const database = new DatabaseSync(file)
      database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA busy_timeout = 5000;
      `)
      return adapt(database)
    },
  })
}

function adapt(database: DatabaseSync) {
  const kept = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const known = kept.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (kept.size >= STATEMENTS_KEPT) kept.clear()
    kept.set(sql, statement)
    return statement
  }

  return {
    close: () => database.close(),
    prepare(sql: string): SqliteStatement {
      const statement = prepared(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bind(parameters)),
        run: (parameters) => statement.run(...bind(parameters)),
        iterate: (parameters) => statement.iterate(...bind(parameters)),
      }
    },
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
