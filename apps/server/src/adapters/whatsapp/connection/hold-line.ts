import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'

export interface HeldLine {
  /** What is sent from now on leaves after this; never, and nothing after it, if it fails. */
  holdUntil(stored: Promise<unknown>): void
  /** What still waits never leaves. */
  giveUp(): void
}

type Done = (error?: Error) => void

/** The WebSocket beneath the driver's client, which the driver's types hide. */
interface Line {
  /** The connection itself; null until it is open. */
  readonly _socket?: Pick<Socket, 'cork' | 'uncork'> | null
  send(frame: Uint8Array, done?: Done): void
  terminate(): void
}

/** A frame to send, or the keys that everything behind it waits for. */
type Held = { readonly frame: Uint8Array; readonly done: Done | undefined } | { isStored: boolean }

/**
 * Holds frames back until the keys that they were encrypted with are stored: after a crash the next
 * session would use the same keys again. Frames stay in their order, whatever one of them waits
 * for. While nothing waits they go straight on.
 */
export function holdLine({ ws }: Pick<WASocket, 'ws'>): HeldLine {
  const line = lineOf(ws)
  const sendNow = line.send.bind(line)
  const queue: Held[] = []
  let isCorked = false

  /**
   * Frames of one iteration of the event loop go to the system together: an answer has four, and a
   * busy device works on many chats at once.
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
    for (const held of queue.splice(0)) {
      if ('done' in held && held.done) process.nextTick(held.done, error)
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
    giveUp: drop,
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
