import type { Kysely } from 'kysely'
import type { Log } from '../log.ts'
import { createPostgresDialect, type PostgresAccess } from './postgres-dialect.ts'
import { RetryingKysely } from './retry-deadlocks.ts'
import type { Flag } from './schema/flag.ts'
import type { Database } from './schema.ts'
import { bulkAwaitedOf, bulkDialectOf, createSqliteDialect } from './sqlite-dialect.ts'

export type Db = Kysely<Database>

/**
 * One schema and one set of queries for both engines. After `onDiskFailed` the
 * embedded engine stores nothing more. `onFailed` receives the error of each failed statement and
 * transaction.
 */
export function openDatabase(
  options: { file: string } | PostgresAccess,
  log: Log,
  onDiskFailed: (error: unknown) => void = () => {},
  onFailed: (error: unknown) => void = () => {},
): Db {
  const dialect =
    'url' in options
      ? createPostgresDialect(options, log, onFailed)
      : createSqliteDialect(options.file, { onDiskFailed, onFailed })
  return new RetryingKysely<Database>({ dialect }, onFailed)
}

/**
 * The same database for bulk writes: on SQLite in a thread of its own, where they block neither the
 * event loop nor reads. It closes with its database.
 */
export function bulkDatabase(db: Db): Db {
  const dialect = bulkDialectOf(db.getExecutor().adapter)
  return dialect && db instanceof RetryingKysely ? db.over(dialect) : db
}

/**
 * Whether a transaction of `bulkDatabase` should commit early because another write waits for it.
 * Always on PostgreSQL, which does not tell who waits.
 */
export function isBulkAwaited(db: Db): boolean {
  return bulkAwaitedOf(db.getExecutor().adapter)?.() ?? true
}

/** Rows per INSERT: SQLite binds at most 32,766 values in a statement. */
const ROWS_PER_INSERT = 500

/** Splits rows for bulk inserts. */
export function* chunks<T>(rows: readonly T[], size = ROWS_PER_INSERT): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

export function flag(value: boolean): Flag {
  return value ? 1 : 0
}
