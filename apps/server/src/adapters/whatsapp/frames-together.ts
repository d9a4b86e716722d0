import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'

/**
 * Hands the frames of one iteration of the event loop to the system together. A message brings
 * four: what it is answered with, two acknowledgements and a receipt, and a busy device works on
 * many chats at once.
 */
export function sendFramesTogether({ ws }: Pick<WASocket, 'ws'>): void {
  ws.once('upgrade', ({ socket }: IncomingMessage) => holdWithinIteration(socket))
}

export function holdWithinIteration(line: Pick<Socket, 'write' | 'cork' | 'uncork'>): void {
  const write = line.write.bind(line) as (...written: unknown[]) => boolean
  let isHolding = false
  const hold = (...written: unknown[]) => {
    if (!isHolding) {
      isHolding = true
      line.cork()
      setImmediate(() => {
        isHolding = false
        line.uncork()
      })
    }
    return write(...written)
  }
  line.write = hold as typeof line.write
}
