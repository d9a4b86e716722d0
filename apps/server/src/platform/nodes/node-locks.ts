import { Mutex } from 'async-mutex'
import type pg from 'pg'
import { markNotConnected } from '../database/database-away.ts'
import { createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import type { Log } from '../log.ts'

const TAKE = 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken'
const LEAVE = 'select pg_advisory_unlock(hashtext($1), hashtext($2))'

export interface NodeLocks {
  /**
   * Returns a function that releases the lock; null while another node has it. Must not be called
   * twice for the same lock at once.
   */
  take(kind: string, id: string): Promise<(() => Promise<void>) | null>
  close(): Promise<void>
}

/**
 * Advisory locks among the nodes, held by one connection of this node. PostgreSQL releases them
 * when it ends, also when the node is killed or evicted.
 */
export function createNodeLocks(access: PostgresAccess, log: Log): NodeLocks {
  const pool = createPool({ ...access, connections: 1 }, log)
  let connecting: Promise<pg.PoolClient> | null = null
  /** One statement at a time: the next major version of `pg` refuses concurrent ones. */
  const statements = new Mutex()

  function connection(): Promise<pg.PoolClient> {
    connecting ??= open().catch((error: unknown) => {
      connecting = null
      throw error
    })
    return connecting
  }

  async function open(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch(markNotConnected)
    client.once('end', () => {
      connecting = null
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
        // A lost connection has no locks to release.
        await statements.runExclusive(leave).catch(() => {})
      }
    },
    async close() {
      // First, so that no concurrent call opens another connection.
      const ended = pool.end()
      const client = await connecting?.catch(() => null)
      await client?.end()
      await ended
    },
  }
}
