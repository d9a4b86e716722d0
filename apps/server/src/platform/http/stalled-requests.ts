import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { refuseUnreadable } from './unreadable-request.ts'

const CHECK_INTERVAL_MS = 5000
const STALLED_AFTER_MS = 30_000
/** How long the rest of a request is drained after its answer, so that the answer is not lost. */
const AFTER_ANSWER_TIMEOUT_MS = 5000

/** Watches every request that the framework handles, before all other hooks. */
export function closeStalledRequests(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async ({ raw }, reply) => closeWhenStalled(raw, reply.raw, clock))
}

/**
 * Closes a connection whose body has stalled, or continues after a refusal. A slow body may take
 * any time.
 */
export function closeWhenStalled(
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  let progress = { bytes: socket.bytesRead, at: clock.now() }
  let cancel = clock.after(CHECK_INTERVAL_MS, check)

  function check() {
    if (request.complete) return
    if (socket.bytesRead > progress.bytes) {
      progress = { bytes: socket.bytesRead, at: clock.now() }
    }
    if (clock.now() - progress.at >= STALLED_AFTER_MS) {
      refuseUnreadable({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    } else {
      cancel = clock.after(CHECK_INTERVAL_MS, check)
    }
  }

  request.once('close', () => cancel())
  response.once('finish', () => {
    cancel()
    if (request.complete) return
    cancel = clock.after(AFTER_ANSWER_TIMEOUT_MS, () => {
      if (!request.complete) socket.destroy()
    })
  })
}
