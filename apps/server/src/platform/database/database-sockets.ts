import { Socket } from 'node:net'

/** Idle time before the first TCP keepalive probe, which also keeps NAT mappings alive. */
const ASK_IDLE_AFTER_MS = 10_000

/** Options of `pg` for each connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: ASK_IDLE_AFTER_MS }

/** The sockets of this server to PostgreSQL. */
export interface DatabaseSockets {
  /** For the `stream` option of `pg`. Closes at once while the database is given up. */
  open(): Socket
  /** The same for the connection that checks whether the database is back. */
  openToAsk(): Socket
  /** Fails all connections, and new ones until `answered`, with this reason. */
  giveUp(why: string): void
  /** The database answers again. */
  answered(): void
}

/**
 * A silently dropped link keeps a connection waiting for a quarter of an hour, while the system
 * retransmits. So all connections are given up together.
 */
export function createDatabaseSockets(): DatabaseSockets {
  const sockets = new Set<Socket>()
  let givenUp: string | null = null

  function openToAsk(): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  return {
    openToAsk,
    open() {
      const socket = openToAsk()
      // The library listens once it connects, which it does at once.
      if (givenUp !== null) process.nextTick(() => socket.destroy(away(givenUp)))
      return socket
    },
    giveUp(why) {
      givenUp = why
      for (const socket of sockets) socket.destroy(away(why))
    },
    answered() {
      givenUp = null
    },
  }
}

/** Starts like the library's own errors of a lost connection. */
const away = (why: string | null) => new Error(`Connection terminated: ${why}`)
