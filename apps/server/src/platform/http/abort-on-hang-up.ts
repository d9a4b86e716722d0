import type { ServerResponse } from 'node:http'

/** Aborts when the client disconnects before it has its answer. */
export function abortOnHangUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
