import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { Mutex, type MutexInterface } from 'async-mutex'
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
import { createBulkDriver } from './bulk-driver.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { DirectRead } from './direct-read.ts'
import { createDiskSync } from './disk-sync.ts'
import { BUSY_MS, statementOr, whenFree } from './sqlite-busy.ts'
import { openConnection, toResult } from './sqlite-connection.ts'

const flushFile = promisify(fdatasync)

interface DialectEvents {
  /** Nothing more is stored. */
  onDiskFailed(error: unknown): void
  /** A statement failed. */
  onFailed(error: unknown): void
}

/**
 * Kysely over the engine built into Node, with one connection, and one in a thread of its own for
 * what writes much (`bulkDatabase`). A commit is written to the log without waiting for the disk;
 * the log is then flushed outside of the event loop, once for all waiting commits, and each commit
 * resolves only after that. A slow disk thus delays single answers but does not block others. A
 * read does not wait: it may show data that reaches the disk a few milliseconds later, so nothing
 * may be sent because of a read alone.
 */
export function createSqliteDialect(file: string, events: Partial<DialectEvents> = {}): Dialect {
  const drivers = createDrivers(file, { onDiskFailed() {}, onFailed() {}, ...events })
  return dialectOf(drivers.own.driver, {
    bulk: dialectOf(drivers.bulk),
    isBulkAwaited: drivers.isBulkAwaited,
    directRead: drivers.own.directRead,
  })
}

/** The dialect of the thread that belongs to a dialect; undefined where there is none. */
export function bulkDialectOf(adapter: unknown): Dialect | undefined {
  return adapter instanceof EmbeddedAdapter ? adapter.also.bulk : undefined
}

/** Whether somebody waits for the thread to end its transaction; undefined where there is none. */
export function bulkAwaitedOf(adapter: unknown): (() => boolean) | undefined {
  return adapter instanceof EmbeddedAdapter ? adapter.also.isBulkAwaited : undefined
}

interface Also {
  readonly bulk?: Dialect
  readonly isBulkAwaited?: () => boolean
  readonly directRead?: DirectRead
}

function dialectOf(driver: Driver, also: Also = {}): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new EmbeddedAdapter(also),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  readonly also: Also

  constructor(also: Also) {
    super()
    this.also = also
  }

  get directRead(): DirectRead | undefined {
    return this.also.directRead
  }

  /** The driver queues transactions itself, so Kysely need not. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createDrivers(file: string, { onDiskFailed, onFailed }: DialectEvents) {
  let opened: ReturnType<typeof open> | null = null
  const store = () => {
    if (!opened) throw new Error('The database is not open.')
    return opened
  }
  const disk = createDiskSync(() => store().flush(), onDiskFailed)
  /** A write acquires `writing`, then the connection; a read needs only the connection. */
  const writing = new Mutex()
  const counted = countWaiters(writing)
  const connection = new Mutex()
  const checkpoints = createCheckpoints(file, {
    runExclusive: (task) => counted.runExclusive(() => connection.runExclusive(task)),
  })

  /** Resolves once the commits are on disk. */
  async function waitForDisk(): Promise<void> {
    disk.committed()
    checkpoints.committed()
    await disk.reached()
  }

  const bulk = createBulkDriver(file, { writing, waitForDisk, onFailed })

  async function close(): Promise<void> {
    await writing.runExclusive(() => connection.runExclusive(() => {}))
    await waitForDisk()
    await bulk.close()
    await checkpoints.close()
    store().close()
  }

  const own = createOwnDriver({
    init() {
      opened ??= open(file)
    },
    connection: () => store().connection,
    ...{ writing: counted, using: connection, waitForDisk, close, onFailed },
  })
  return { own, bulk: bulk.driver, isBulkAwaited: counted.isAwaited }
}

/** A view of the mutex that knows whether callers of this view wait for it. */
function countWaiters(mutex: Mutex) {
  let waiting = 0
  async function acquire(): Promise<MutexInterface.Releaser> {
    waiting += 1
    try {
      return await mutex.acquire()
    } finally {
      waiting -= 1
    }
  }
  return {
    acquire,
    release: () => mutex.release(),
    isLocked: () => mutex.isLocked(),
    isAwaited: () => waiting > 0,
    async runExclusive<T>(task: () => Promise<T> | T): Promise<T> {
      const release = await acquire()
      try {
        return await task()
      } finally {
        release()
      }
    },
  }
}

interface OwnConnection {
  init(): void
  connection(): ReturnType<typeof openConnection>
  readonly writing: ReturnType<typeof countWaiters>
  readonly using: Mutex
  waitForDisk(): Promise<void>
  close(): Promise<void>
  onFailed(error: unknown): void
}

function createOwnDriver(own: OwnConnection) {
  const { writing, using } = own
  const inTransaction = new WeakSet<DatabaseConnection>()
  /** Reused: Kysely remembers each new connection object forever. */
  const idle: DatabaseConnection[] = []

  function release(): void {
    using.release()
    writing.release()
  }

  async function read<T>(statement: () => T): Promise<T> {
    // Runs synchronously, so nothing can come in between.
    if (!using.isLocked()) return statement()
    await using.acquire()
    try {
      return statement()
    } finally {
      using.release()
    }
  }

  async function write<T>(statement: () => T): Promise<T> {
    const isFree = !writing.isLocked() && !using.isLocked()
    const inTurn = () => writing.runExclusive(() => whenFree(() => read(statement)))
    const result = isFree ? await statementOr(statement, inTurn) : await inTurn()
    await own.waitForDisk()
    return result
  }

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        const statement = () => toResult<R>(own.connection().execute(sql, parameters))
        try {
          if (inTransaction.has(connection)) {
            own.connection().requireTransaction()
            return statement()
          }
          return await (query.kind === 'SelectQueryNode' ? read(statement) : write(statement))
        } catch (error) {
          own.onFailed(error)
          throw error
        }
      },
      streamQuery() {
        throw new Error('Streaming is not supported.')
      },
    }
    return connection
  }

  const directRead: DirectRead = async <Row>(sql: string, parameters: readonly unknown[]) => {
    try {
      own.init()
      return await read(() => toResult<Row>(own.connection().execute(sql, parameters)).rows)
    } catch (error) {
      own.onFailed(error)
      throw error
    }
  }

  const driver: Driver = {
    init: () => whenFree(async () => own.init()),
    acquireConnection: async () => idle.pop() ?? connect(),
    async releaseConnection(connection) {
      idle.push(connection)
    },
    async beginTransaction(connection) {
      await writing.acquire()
      try {
        await whenFree(async () => {
          await using.acquire()
          try {
            own.connection().database.exec('BEGIN IMMEDIATE')
          } catch (error) {
            using.release()
            throw error
          }
        })
        inTransaction.add(connection)
      } catch (error) {
        writing.release()
        throw error
      }
    },
    async commitTransaction(connection) {
      own.connection().requireTransaction()
      own.connection().database.exec('COMMIT')
      inTransaction.delete(connection)
      release()
      await own.waitForDisk()
    },
    /** Kysely calls this after a failed commit, too. */
    async rollbackTransaction(connection) {
      if (!inTransaction.delete(connection)) return
      try {
        const { database } = own.connection()
        if (database.isTransaction) database.exec('ROLLBACK')
      } finally {
        release()
      }
    },
    destroy: () => own.close(),
  }
  return { driver, directRead }
}

function open(file: string) {
  const connection = openConnection(file, BUSY_MS)
  const log = openSync(`${file}-wal`, 'r+')
  return {
    connection,
    flush: () => flushFile(log),
    close() {
      connection.database.close()
      closeSync(log)
    },
  }
}
