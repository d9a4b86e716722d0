import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'

export interface LineHold {
  /** Sends later frames only after this resolves; if it rejects, closes the line and drops them. */
  holdUntil(stored: Promise<unknown>): void
  /** Drops all waiting frames. */
  dropWaiting(): void
}

type Done = (error?: Error) => void

/** The WebSocket beneath the driver's client, which the driver's types hide. */
interface Line {
  /** The TCP or TLS socket; null until it is open. */
  readonly _socket?: Pick<Socket, 'cork' | 'uncork'> | null
  send(frame: Uint8Array, done?: Done): void
  terminate(): void
}

/** A frame to send, or a key write that all later frames wait for. */
type QueueItem =
  | { readonly frame: Uint8Array; readonly done: Done | undefined }
  | { isStored: boolean }

/**
 * Holds frames back until the keys that encrypted them are stored; otherwise a session after a
 * crash would use the same keys again. Frames keep their order. Without pending key writes they are
 * sent at once.
 */
export function holdLine({ ws }: Pick<WASocket, 'ws'>): LineHold {
  const line = lineOf(ws)
  const sendNow = line.send.bind(line)
  const queue: QueueItem[] = []
  let isCorked = false

  /**
   * Writes the frames of one iteration of the event loop together: a reply has four, and a busy
   * device handles many chats at once.
   */
  function send(frame: Uint8Array, done?: Done): void {
    const socket = line._socket
    if (socket && !isCorked) {
      isCorked = true
      socket.cork()
      setImmediate(() => {
        isCorked = false
        socket.uncork()
      })
    }
    sendNow(frame, done)
  }

  line.send = (frame, done) => {
    if (queue.length === 0) send(frame, done)
    else queue.push({ frame, done })
  }

  function flush(): void {
    for (let [next] = queue; next; [next] = queue) {
      if ('isStored' in next && !next.isStored) return
      queue.shift()
      if ('frame' in next) send(next.frame, next.done)
    }
  }

  function drop(): void {
    const error = new Error('The connection ended before its keys were stored.')
    for (const item of queue.splice(0)) {
      if ('done' in item && item.done) process.nextTick(item.done, error)
    }
  }

  return {
    holdUntil(stored) {
      const keys = { isStored: false }
      queue.push(keys)
      stored.then(
        () => {
          keys.isStored = true
          flush()
        },
        () => {
          line.terminate()
          drop()
        },
      )
    },
    dropWaiting: drop,
  }
}

function lineOf(ws: WASocket['ws']): Line {
  const line: unknown = Reflect.get(ws, 'socket')
  if (isLine(line)) return line
  throw new Error('The driver has no WebSocket where it had one.')
}

function isLine(value: unknown): value is Line {
  const isObject = typeof value === 'object' && value !== null
  return isObject && 'send' in value && 'terminate' in value
}
