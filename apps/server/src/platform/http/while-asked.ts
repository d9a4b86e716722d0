import type { ServerResponse } from 'node:http'

/** Aborts when the client goes away before it has its answer. */
export function whileAsked(response: ServerResponse): AbortSignal {
  const asked = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) asked.abort()
  })
  return asked.signal
}
