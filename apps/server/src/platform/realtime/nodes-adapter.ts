import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { createClient, createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import type { Log } from '../log.ts'

const CHANNELS = 'kirim_events'

export interface FromOtherNodes {
  /** Another node has told an event to the browsers in these rooms; before they hear it. */
  onEvent(rooms: readonly string[], event: readonly unknown[]): void
  /** Events of other nodes are heard from here on; earlier ones may have been missed. */
  onListening(): void
}

/** What the library hands over of an event. */
interface Broadcast {
  readonly opts?: { readonly rooms?: readonly string[] }
  readonly packet?: { readonly data?: readonly unknown[] }
}

/**
 * Takes events to browsers on other nodes, over PostgreSQL's notifications. Its library listens
 * again when its connection is lost, but keeps a pool's lost connection for ever: so the connection
 * that listens is no pool's.
 */
export function createNodesAdapter(access: PostgresAccess, log: Log) {
  // One connection, so that what is told in an order is heard in it.
  const pool = createPool({ ...access, connections: 1 }, log)

  async function listening(onListening: () => void) {
    const client = createClient(access)
    client.on('error', (err) => log.warn({ err }, 'events of other nodes are not heard'))
    await client.connect()
    // The library does so, too, but tells nobody when.
    await client.query(`listen "${CHANNELS}#/"`)
    onListening()
    return Object.assign(client, { release: () => void client.end() })
  }

  return {
    adapterFor({ onEvent, onListening }: FromOtherNodes) {
      const connections = {
        connect: () => listening(onListening),
        query: pool.query.bind(pool),
      }
      const create = createAdapter(connections as unknown as pg.Pool, {
        channelPrefix: CHANNELS,
        errorHandler: (err: Error) => log.warn({ err }, 'an event did not reach the other nodes'),
      })
      // The library calls it with `new`.
      return function adapterOf(namespace: unknown) {
        const adapter = create(namespace)
        const hear = adapter.onMessage.bind(adapter)
        adapter.onMessage = (message) => {
          const { opts, packet } = (message as { data?: Broadcast }).data ?? {}
          if (opts?.rooms && packet?.data) onEvent(opts.rooms, packet.data)
          return hear(message)
        }
        return adapter
      }
    },
    close: () => pool.end(),
  }
}

export type NodesAdapter = ReturnType<typeof createNodesAdapter>
