import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { createClient, createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import { createSealedEvents, type SealedEventsDeps } from './sealed-events.ts'

const CHANNELS = 'kirim_events'
/** Sealed, it takes a third more of the 8000 bytes of a notification. */
const NOTIFIED_MAX_BYTES = 5500

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
export function createNodesAdapter(access: PostgresAccess, deps: SealedEventsDeps) {
  const { log, time } = deps
  const events = createSealedEvents(deps)
  // One connection, so that what is told in an order is heard in it.
  const pool = createPool({ ...access, connections: 1 }, log)
  const telling = new Set<Promise<unknown>>()
  let listener: pg.Client | null = null
  let isClosed = false
  let closeAdapter = () => {}

  async function listening() {
    const client = createClient(access)
    client.on('error', (err) => log.warn({ err }, 'events of other nodes are not heard'))
    await client.connect()
    await time.learn(client)
    events.onConnected()
    // The library does so, too, but tells nobody when.
    await client.query(`listen "${CHANNELS}#/"`)
    const on = client.on.bind(client)
    return Object.assign(client, {
      release: () => void client.end(),
      on: (event: string, hear: (told: pg.Notification) => void) =>
        on(event as 'notification', event === 'notification' ? opening(hear) : hear),
    })
  }

  /** Hears what other nodes have sealed, and nothing else. */
  function opening(hear: (told: pg.Notification) => void) {
    return (told: pg.Notification) => {
      const payload = events.heard(told.payload)
      if (payload !== null) hear({ ...told, payload })
    }
  }

  /** Closed while it waits for a connection, the library would ask for ever: it gets no answer. */
  async function connect(onListening: () => void) {
    const client = isClosed ? null : await listening()
    if (client && !isClosed) {
      listener = client
      onListening()
      return client
    }
    await client?.end()
    return new Promise<never>(() => {})
  }

  function query(statement: string, values?: unknown[]): Promise<pg.QueryResult> {
    const told = pool.query(statement, events.sent(statement, values)).then(opened)
    const done = () => telling.delete(told)
    telling.add(told)
    told.then(done, done)
    return told
  }

  /** An event that was too large for a notification. */
  function opened(result: pg.QueryResult): pg.QueryResult {
    for (const row of result.rows) if (row.payload) row.payload = events.attachment(row.payload)
    return result
  }

  return {
    /** Listens from here on. */
    adapterFor({ onEvent, onListening }: FromOtherNodes) {
      const connections = { connect: () => connect(onListening), query }
      const create = createAdapter(connections as unknown as pg.Pool, {
        channelPrefix: CHANNELS,
        payloadThreshold: NOTIFIED_MAX_BYTES,
        errorHandler: (err: Error) => log.warn({ err }, 'an event did not reach the other nodes'),
      })
      // The library calls it with `new`.
      return function adapterOf(namespace: unknown) {
        const adapter = create(namespace)
        const close = adapter.close.bind(adapter)
        closeAdapter = () => {
          if (isClosed) return
          isClosed = true
          close()
          // The library ends it only once its own statement has been answered.
          void listener?.end()
        }
        adapter.close = closeAdapter
        const hear = adapter.onMessage.bind(adapter)
        adapter.onMessage = (message) => {
          const { opts, packet } = (message as { data?: Broadcast }).data ?? {}
          if (opts?.rooms && packet?.data) onEvent(opts.rooms, packet.data)
          return hear(message)
        }
        return adapter
      }
    },
    /** Once PostgreSQL has taken, or refused, what was told. */
    async close() {
      closeAdapter()
      while (telling.size > 0) await Promise.allSettled(telling)
      await pool.end()
    },
  }
}

export type NodesAdapter = ReturnType<typeof createNodesAdapter>
