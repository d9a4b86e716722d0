import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

const CHECK_INTERVAL_MS = 5000
const STALLED_AFTER_MS = 30_000

/**
 * With the bytes of the last write that the system has not accepted, which Node does not expose
 * otherwise.
 */
type Written = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }

/**
 * Closes a connection whose client has not read anything of an answer for a while. Slow clients
 * stay connected.
 */
export function closeStalledAnswers(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const socket: Written = raw.socket
    let progress = { mark: '', at: clock.now() }
    let cancel = clock.after(CHECK_INTERVAL_MS, check)

    function check() {
      const mark = markOf(socket)
      if (mark !== progress.mark || socket.writableLength === 0) {
        progress = { mark, at: clock.now() }
      }
      if (clock.now() - progress.at >= STALLED_AFTER_MS) socket.destroy()
      else cancel = clock.after(CHECK_INTERVAL_MS, check)
    }

    reply.raw.once('close', () => cancel())
    if (reply.raw.closed) cancel()
  })
}

function markOf(socket: Written): string {
  const { bytesWritten, writableLength, _handle } = socket
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize ?? 0}`
}
