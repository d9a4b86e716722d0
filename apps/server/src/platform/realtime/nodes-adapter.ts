import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { createClient, createPool, type PostgresAccess } from '../database/postgres-dialect.ts'
import { createSealedEvents, type SealedEventsDeps } from './sealed-events.ts'

const CHANNELS = 'kirim_events'
/** A notification holds 8000 bytes, and sealing adds a third. */
const NOTIFIED_MAX_BYTES = 5500

export interface FromOtherNodes {
  /** Called when another node has sent an event to these rooms, before their browsers get it. */
  onEvent(rooms: readonly string[], event: readonly unknown[]): void
  /** Called when events of other nodes begin to arrive; earlier ones may have been missed. */
  onListening(): void
}

/** The library's message for an event. */
interface Broadcast {
  readonly opts?: { readonly rooms?: readonly string[] }
  readonly packet?: { readonly data?: readonly unknown[] }
}

/**
 * Sends events to browsers on other nodes by PostgreSQL's notifications. The library reconnects its
 * listener, but keeps a lost connection of a pool forever: so the listener is not from the pool.
 */
export function createNodesAdapter(access: PostgresAccess, deps: SealedEventsDeps) {
  const { log, time } = deps
  const events = createSealedEvents(deps)
  // One connection keeps events in order.
  const pool = createPool({ ...access, connections: 1 }, log)
  const sending = new Set<Promise<unknown>>()
  let listener: pg.Client | null = null
  let isClosed = false
  let closeAdapter = () => {}

  async function openListener() {
    const client = createClient(access)
    client.on('error', (err) => log.warn({ err }, 'events of other nodes are not received'))
    await client.connect()
    await time.learn(client)
    events.onConnected()
    // The library also does this, but does not report when.
    await client.query(`listen "${CHANNELS}#/"`)
    const on = client.on.bind(client)
    return Object.assign(client, {
      release: () => void client.end(),
      on: (event: string, hear: (notification: pg.Notification) => void) =>
        on(event as 'notification', event === 'notification' ? openThen(hear) : hear),
    })
  }

  /** Passes on only events that other nodes have sealed. */
  function openThen(hear: (notification: pg.Notification) => void) {
    return (notification: pg.Notification) => {
      const payload = events.openNotification(notification.payload)
      if (payload !== null) hear({ ...notification, payload })
    }
  }

  /** Never resolves after closing: the library would retry a rejected connection forever. */
  async function connect(onListening: () => void) {
    const client = isClosed ? null : await openListener()
    if (client && !isClosed) {
      listener = client
      onListening()
      return client
    }
    await client?.end()
    return new Promise<never>(() => {})
  }

  function query(statement: string, values?: unknown[]): Promise<pg.QueryResult> {
    const result = pool.query(statement, events.sealValues(statement, values)).then(openAttachments)
    const done = () => sending.delete(result)
    sending.add(result)
    result.then(done, done)
    return result
  }

  /** Opens events that were too large for a notification. */
  function openAttachments(result: pg.QueryResult): pg.QueryResult {
    for (const row of result.rows) if (row.payload) row.payload = events.openAttachment(row.payload)
    return result
  }

  return {
    /** Starts listening. */
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
          // The library ends it only after its own statement was answered.
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
    /** Resolves once all events were sent or refused. */
    async close() {
      closeAdapter()
      while (sending.size > 0) await Promise.allSettled(sending)
      await pool.end()
    },
  }
}

export type NodesAdapter = ReturnType<typeof createNodesAdapter>
