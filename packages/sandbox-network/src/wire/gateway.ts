import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { systemClock } from '../clock.ts'
import { type ConnectionHandlers, serveConnection } from '../connection.ts'
import type { ServerIdentity } from './server-identity.ts'

/** Room for a few frames, whose length has three bytes. */
const MAX_PAYLOAD = 20 * 1024 * 1024

interface Parts {
  identity(): ServerIdentity
  handlers: ConnectionHandlers
  /** A status other than 101, or silence, to WebSocket upgrades. */
  answer(): number | 'silence' | undefined
}

/** The WebSocket server for clients. */
export function createGateway({ identity, handlers, answer }: Parts) {
  const served = new Set<Promise<void>>()
  /** The sockets whose upgrade is never answered. */
  const unanswered = new Set<Socket>()
  let server: WebSocketServer | undefined
  let url = ''

  function admit(request: IncomingMessage, admitted: (yes: boolean, status?: number) => void) {
    const refusal = answer()
    if (refusal === 'silence') ignore(request.socket)
    else admitted(refusal === undefined, refusal)
  }

  function ignore(socket: Socket): void {
    unanswered.add(socket)
    socket.once('close', () => unanswered.delete(socket))
  }

  function cut(): void {
    for (const client of server?.clients ?? []) client.terminate()
  }

  return {
    /** Cuts all connections. */
    cut,
    get url() {
      return url
    },
    async start(host: string, port: number): Promise<void> {
      const listening = Promise.withResolvers<void>()
      server = new WebSocketServer({
        host,
        port,
        maxPayload: MAX_PAYLOAD,
        perMessageDeflate: false,
        verifyClient: ({ req }, admitted) => admit(req, admitted),
      })
      server.once('error', listening.reject)
      server.once('listening', listening.resolve)
      server.on('connection', (socket) => {
        // A handshake takes real time, whatever the network's clock says.
        const closed = serveConnection(socket, identity(), systemClock, handlers)
        served.add(closed)
        void closed.finally(() => served.delete(closed))
      })
      await listening.promise
      server.on('error', handlers.onFault)
      const bound = (server.address() as AddressInfo).port
      url = `ws://${host.includes(':') ? `[${host}]` : host}:${bound}`
    },
    /** Closes all connections and waits until received data is handled. */
    async stop(): Promise<void> {
      const closing = server
      if (!closing) return
      cut()
      for (const socket of unanswered) socket.destroy()
      server = undefined
      await new Promise<void>((resolve) => closing.close(() => resolve()))
      await Promise.all(served)
    },
  }
}
