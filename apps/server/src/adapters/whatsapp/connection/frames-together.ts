import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'

export interface HeldLine {
  /** What is written from now on leaves after this; never, and nothing after it, if it fails. */
  holdUntil(kept: Promise<unknown>): void
  /** What still waits never leaves, nor what was written after it. */
  giveUp(): void
}

/**
 * Hands the frames of one iteration of the event loop to the system together. A message brings
 * four: what it is answered with, two acknowledgements and a receipt, and a busy device works on
 * many chats at once. Frames stay in their order, whatever one of them waits for.
 */
export function sendFramesTogether({ ws }: Pick<WASocket, 'ws'>): HeldLine {
  let line: HeldLine | null = null
  ws.once('upgrade', ({ socket }: IncomingMessage) => {
    line = holdWithinIteration(socket)
  })
  // Without a connection nothing leaves at all.
  return { holdUntil: (kept) => line?.holdUntil(kept), giveUp: () => line?.giveUp() }
}

/** Frames to write, and what they wait for. */
type Held = readonly unknown[] | { isKept: boolean }

export function holdWithinIteration(
  line: Pick<Socket, 'write' | 'end' | 'cork' | 'uncork' | 'destroy'>,
): HeldLine {
  const write = line.write.bind(line) as (...written: unknown[]) => boolean
  const end = line.end.bind(line) as (...last: unknown[]) => Socket
  const queue: Held[] = []
  let isDue = false

  function flushSoon(): void {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      flush()
    })
  }

  const firstWaiting = () => queue.findIndex((held) => 'isKept' in held && !held.isKept)

  function flush(): void {
    const waits = firstWaiting()
    const leaving = queue.splice(0, waits === -1 ? queue.length : waits)
    line.cork()
    for (const held of leaving) if (!('isKept' in held)) write(...held)
    line.uncork()
  }

  const endAfterAll = (...last: unknown[]) => {
    flush()
    return end(...last)
  }
  line.end = endAfterAll as typeof line.end

  const hold = (...written: unknown[]) => {
    queue.push(written)
    flushSoon()
    return true
  }
  line.write = hold as typeof line.write

  return {
    holdUntil(kept) {
      const waiting = { isKept: false }
      queue.push(waiting)
      kept.then(
        () => {
          waiting.isKept = true
          flushSoon()
        },
        () => {
          line.destroy()
          // Whoever wrote them hears that the line is gone.
          for (const held of queue) if ('isKept' in held) held.isKept = true
          flush()
        },
      )
    },
    giveUp() {
      const waits = firstWaiting()
      if (waits === -1) return
      const error = new Error('The connection ended before its keys were stored.')
      for (const held of queue.splice(waits)) if (!('isKept' in held)) tell(held, error)
    },
  }
}

function tell(written: readonly unknown[], error: Error): void {
  const told = written.at(-1)
  if (typeof told === 'function') process.nextTick(told, error)
}
