import { Socket } from 'node:net'

/** After such a pause the other end is asked whether it is still there, also to keep a way open. */
const ASK_IDLE_AFTER_MS = 10_000

/** What `pg` does with each connection. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: ASK_IDLE_AFTER_MS }

/** The sockets of this server to PostgreSQL. */
export interface DatabaseSockets {
  /** For the `stream` of `pg`. Closes at once while the database is given up. */
  open(): Socket
  /** The same for who asks whether it is back. */
  openToAsk(): Socket
  /** The database is as good as away: whoever waits for it, or asks it from now on, is told why. */
  giveUp(why: string): void
  /** It is not, or no more. */
  answered(): void
}

/**
 * A line that fails without a word keeps a connection waiting for a quarter of an hour: until then
 * the system sends again what nobody has confirmed. So all are given up together.
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

/** Begins as the library's own errors do of a connection that is no more. */
const away = (why: string | null) => new Error(`Connection terminated: ${why}`)
