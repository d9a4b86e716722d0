import { Mutex } from 'async-mutex'
import type pg from 'pg'
import { notOpened } from '../database/database-away.ts'
import { createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import type { Log } from '../log.ts'

const TAKE = 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken'
const LEAVE = 'select pg_advisory_unlock(hashtext($1), hashtext($2))'

export interface NodeLocks {
  /** What gives the lock back; null while another node has it. Not to be asked twice at once. */
  take(kind: string, id: string): Promise<(() => Promise<void>) | null>
  close(): Promise<void>
}

/**
 * Locks among the nodes on a PostgreSQL, kept by one connection of this node: PostgreSQL gives them
 * back when it ends, as it does when the node is killed or buried.
 */
export function createNodeLocks(access: PostgresAccess, log: Log): NodeLocks {
  const pool = createPool({ ...access, connections: 1 }, log)
  let opened: Promise<pg.PoolClient> | null = null
  /** A connection runs one statement at a time; the library is about to refuse a second. */
  const statements = new Mutex()

  function connection(): Promise<pg.PoolClient> {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  async function open(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch(notOpened)
    client.once('end', () => {
      opened = null
      client.release(true)
    })
    return client
  }

  return {
    async take(kind, id) {
      const client = await connection()
      const { rows } = await statements.runExclusive(() =>
        client.query<{ taken: boolean }>(TAKE, [kind, id]),
      )
      if (!rows[0]?.taken) return null
      return async () => {
        const leave = () => client.query(LEAVE, [kind, id])
        // A connection that was lost meanwhile has no locks.
        await statements.runExclusive(leave).catch(() => {})
      }
    },
    async close() {
      // First, so that nobody who asks meanwhile opens another.
      const ended = pool.end()
      const client = await opened?.catch(() => null)
      await client?.end()
      await ended
    },
  }
}
