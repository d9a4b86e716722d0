import { Mutex } from 'async-mutex'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { startThread, type Thread } from './bulk-thread.ts'
import { type Executed, toResult } from './sqlite-connection.ts'

/** A server that imports nothing has no use for the thread's memory. */
const IDLE_MS = 10_000

interface Deps {
  readonly writing: Mutex
  /** Resolves once what was committed is on disk. */
  waitForDisk(): Promise<void>
  /** A statement failed. */
  onFailed(error: unknown): void
}

/**
 * Transactions whose statements run in a thread with a connection of its own: they hold up neither
 * the event loop nor who reads; who writes waits until they end. Nothing outside of a transaction
 * runs there.
 */
export function createBulkDriver(file: string, { writing, waitForDisk, onFailed }: Deps) {
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | undefined
  /**
   * Only one bulk write at a time asks for `writing`: others that already wait go before the next.
   */
  const turn = new Mutex()
  const inTransaction = new WeakSet<DatabaseConnection>()

  async function end(): Promise<void> {
    clearTimeout(idle)
    await thread?.close()
    thread = null
  }

  async function ask(sql: string, parameters: readonly unknown[] = []): Promise<Executed> {
    thread ??= startThread(file, () => {
      thread = null
    })
    return thread.execute(sql, parameters)
  }

  function release(): void {
    writing.release()
    turn.release()
    clearTimeout(idle)
    idle = setTimeout(() => writing.runExclusive(end), IDLE_MS).unref()
  }

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        if (!inTransaction.has(connection)) throw new Error('Only transactions run in the thread.')
        try {
          return toResult<R>(await ask(sql, parameters))
        } catch (error) {
          onFailed(error)
          throw error
        }
      },
      streamQuery() {
        throw new Error('Streaming is not supported.')
      },
    }
    return connection
  }

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connect(),
    releaseConnection: async () => {},
    async beginTransaction(connection) {
      await turn.acquire()
      await writing.acquire()
      try {
        await ask('BEGIN IMMEDIATE')
        inTransaction.add(connection)
      } catch (error) {
        release()
        throw error
      }
    },
    async commitTransaction(connection) {
      await ask('COMMIT')
      inTransaction.delete(connection)
      release()
      await waitForDisk()
    },
    /** Kysely calls this after a failed commit, too. */
    async rollbackTransaction(connection) {
      if (!inTransaction.delete(connection)) return
      try {
        // A thread that ended took its transaction along.
        await thread?.undo()
      } finally {
        release()
      }
    },
    destroy: async () => {},
  }
  return { driver, close: end }
}
