import type { IncomingMessage } from 'node:http'

/** Where browsers open their realtime connection. */
export const REALTIME_PATH = '/socket.io'

/**
 * Whether a request may leave HTTP: only to become a WebSocket of the realtime server. Any other
 * wish to upgrade, as of clients that would rather speak HTTP/2, is passed over, and the request is
 * answered as if it were not there (RFC 9110, 7.8): a connection that nobody takes would stay open.
 */
export function mayUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(`${REALTIME_PATH}/`) && headers.upgrade?.toLowerCase() === 'websocket'
}
