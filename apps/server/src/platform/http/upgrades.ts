import type { IncomingMessage } from 'node:http'

/** The path of the realtime connection. */
export const REALTIME_PATH = '/socket.io'

/**
 * Whether a request may be upgraded: only to a WebSocket of the realtime server. Other upgrade
 * requests, for example to HTTP/2, are ignored and answered as plain requests (RFC 9110, 7.8),
 * because a connection without a handler would stay open.
 */
export function mayUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(`${REALTIME_PATH}/`) && headers.upgrade?.toLowerCase() === 'websocket'
}
