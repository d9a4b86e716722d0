import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Part } from './lifecycle.ts'
import type { RealtimeServer } from './realtime/realtime.ts'
import { StartError } from './start-error.ts'

/** How long stopping waits for open requests before it closes their connections. */
const DRAIN_TIMEOUT_MS = 3000

/** Serves HTTP and realtime on one port. `start` throws StartError when it cannot listen. */
export function createListening(
  http: FastifyInstance,
  realtime: RealtimeServer,
  place: { readonly host: string; readonly port: number },
  clock: Clock,
): Part & { address(): string } {
  return {
    name: 'http',
    async start() {
      await http.listen(place).catch((error: unknown) => {
        throw explain(error, place)
      })
      realtime.attach(http.server)
    },
    async stop() {
      const cancel = clock.after(DRAIN_TIMEOUT_MS, () => http.server.closeAllConnections())
      await realtime.close()
      await http.close()
      cancel()
    },
    /** The listening address, once started. */
    address() {
      const { address, port } = http.server.address() as AddressInfo
      return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
    },
  }
}

function explain(error: unknown, { host, port }: { host: string; port: number }): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new StartError(
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another one.`
      : `The server cannot listen on ${host} port ${port} (${code}).`,
  )
}
