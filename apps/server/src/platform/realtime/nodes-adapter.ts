import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import type { Log } from '../log.ts'

/**
 * Takes events to browsers on other nodes, over PostgreSQL's notifications. Its library listens
 * again when its connection is lost, but keeps a pool's lost connection for ever: so the connection
 * that listens is no pool's.
 */
export function createNodesAdapter(access: PostgresAccess, log: Log) {
  // One connection, so that what is told in an order is heard in it.
  const pool = createPool({ ...access, connections: 1 }, log)
  const listening = async () => {
    const client = new pg.Client({ connectionString: access.url, application_name: access.name })
    client.on('error', (err) => log.warn({ err }, 'events of other nodes are not heard'))
    await client.connect()
    return Object.assign(client, { release: () => void client.end() })
  }
  const connections = { connect: listening, query: pool.query.bind(pool) }
  return {
    adapter: createAdapter(connections as unknown as pg.Pool, {
      channelPrefix: 'kirim_events',
      errorHandler: (err: Error) => log.warn({ err }, 'an event did not reach the other nodes'),
    }),
    close: () => pool.end(),
  }
}

export type NodesAdapter = ReturnType<typeof createNodesAdapter>
