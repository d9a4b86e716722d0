import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '../clock.ts'
import { type ConnectionHandlers, serveConnection } from '../connection.ts'
import type { ServerIdentity } from './server-identity.ts'

/** The WebSocket server for clients. */
export interface Gateway {
  start(host: string, port: number): Promise<void>
  /** Closes all connections and waits until received data is handled. */
  stop(): Promise<void>
  readonly url: string
}

/** Room for a few frames, whose length has three bytes. */
const MAX_PAYLOAD = 20 * 1024 * 1024

export function createGateway(
  identity: () => ServerIdentity,
  clock: Clock,
  handlers: ConnectionHandlers,
): Gateway {
  const served = new Set<Promise<void>>()
  let server: WebSocketServer | undefined
  let url = ''

  return {
    get url() {
      return url
    },
    async start(host, port) {
      const listening = Promise.withResolvers<void>()
      server = new WebSocketServer({
        host,
        port,
        maxPayload: MAX_PAYLOAD,
        perMessageDeflate: false,
      })
      server.once('error', listening.reject)
      server.once('listening', listening.resolve)
      server.on('connection', (socket) => {
        const closed = serveConnection(socket, identity(), clock, handlers)
        served.add(closed)
        void closed.finally(() => served.delete(closed))
      })
      await listening.promise
      server.on('error', handlers.onFault)
      const bound = (server.address() as AddressInfo).port
      url = `ws://${host.includes(':') ? `[${host}]` : host}:${bound}`
    },
    async stop() {
      const closing = server
      if (!closing) return
      server = undefined
      for (const client of closing.clients) client.terminate()
      await new Promise<void>((resolve) => closing.close(() => resolve()))
      await Promise.all(served)
    },
  }
}
