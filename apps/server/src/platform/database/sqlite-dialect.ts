import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Mutex } from 'async-mutex'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createCheckpoints } from './checkpoints.ts'
import { createDiskSync } from './disk-sync.ts'

const flushFile = promisify(fdatasync)
const STATEMENTS_KEPT = 500
/** 400 MB: a checkpoint is forced here, should the background thread fail. */
const PAGES_OF_LOG_MAX = 100_000
const CACHE_KB = 32_000

/**
 * Kysely over the engine built into Node, with one connection. A commit is written to the log
 * without waiting for the disk; the log is then flushed outside of the event loop, once for all
 * waiting commits, and each commit resolves only after that. A slow disk thus delays single answers
 * but does not block others. A read does not wait: it may show data that reaches the disk a few
 * milliseconds later, so nothing may be sent because of a read alone.
 */
export function createSqliteDialect(
  file: string,
  onDiskFailed: (error: unknown) => void = () => {},
): Dialect {
  return {
    createDriver: () => createDriver(file, onDiskFailed),
    createAdapter: () => new ConcurrentAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** The driver queues transactions itself, so Kysely need not. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createDriver(file: string, onDiskFailed: (error: unknown) => void): Driver {
  let opened: ReturnType<typeof open> | null = null
  const store = () => {
    if (!opened) throw new Error('The database is not open.')
    return opened
  }
  const disk = createDiskSync(() => store().flush(), onDiskFailed)
  const mutex = new Mutex()
  const checkpoints = createCheckpoints(file, mutex)
  const inTransaction = new WeakSet<DatabaseConnection>()

  async function read<T>(statement: () => T): Promise<T> {
    await mutex.acquire()
    try {
      return statement()
    } finally {
      mutex.release()
    }
  }

  /** Resolves once the commits are on disk. */
  async function kept(): Promise<void> {
    disk.committed()
    checkpoints.committed()
    await disk.reached()
  }

  async function write<T>(statement: () => T): Promise<T> {
    const result = await read(statement)
    await kept()
    return result
  }

  function runInside<T>(statement: () => T): T {
    // On a full disk the engine rolls back by itself; later statements must not run outside of a
    // transaction.
    if (!store().database.isTransaction) throw new Error('The transaction was given up.')
    return statement()
  }

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        const statement = () => execute<R>(store().prepare(sql), parameters)
        if (inTransaction.has(connection)) return runInside(statement)
        return query.kind === 'SelectQueryNode' ? read(statement) : write(statement)
      },
      streamQuery() {
        throw new Error('Streaming is not supported.')
      },
    }
    return connection
  }

  return {
    async init() {
      opened = open(file)
    },
    acquireConnection: async () => connect(),
    releaseConnection: async () => {},
    async beginTransaction(connection) {
      await mutex.acquire()
      try {
        store().database.exec('BEGIN IMMEDIATE')
        inTransaction.add(connection)
      } catch (error) {
        mutex.release()
        throw error
      }
    },
    async commitTransaction(connection) {
      runInside(() => store().database.exec('COMMIT'))
      inTransaction.delete(connection)
      mutex.release()
      await kept()
    },
    /** Kysely calls this after a failed commit, too. */
    async rollbackTransaction(connection) {
      if (!inTransaction.delete(connection)) return
      try {
        if (store().database.isTransaction) store().database.exec('ROLLBACK')
      } finally {
        mutex.release()
      }
    },
    async destroy() {
      await write(() => {})
      await checkpoints.close()
      store().close()
    },
  }
}

function open(file: string) {
  const database = new DatabaseSync(file)
  // With NORMAL the engine itself flushes only around checkpoints.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${PAGES_OF_LOG_MAX};
    PRAGMA cache_size = -${CACHE_KB};
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 5000;
    BEGIN IMMEDIATE;
    COMMIT;
  `)
  const log = openSync(`${file}-wal`, 'r+')
  return {
    database,
    prepare: createStatements(database),
    flush: () => flushFile(log),
    close() {
      database.close()
      closeSync(log)
    },
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

function createStatements(database: DatabaseSync) {
  const kept = new Map<string, Prepared>()
  return (sql: string): Prepared => {
    const known = kept.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, answersRows: statement.columns().length > 0 }
    if (kept.size >= STATEMENTS_KEPT) kept.clear()
    kept.set(sql, prepared)
    return prepared
  }
}

function execute<R>(prepared: Prepared, parameters: readonly unknown[]): QueryResult<R> {
  const values = bind(parameters)
  if (prepared.answersRows) return { rows: prepared.statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = prepared.statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value
    throw new TypeError(`A ${typeof value} cannot be stored.`)
  })
}
