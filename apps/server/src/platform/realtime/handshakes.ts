import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { type HostPolicy, namesTwoHosts } from '../http/allowed-hosts.ts'
import type { ClientAddresses } from '../http/client-address.ts'
import { clientNetwork } from '../http/client-network.ts'
import { sendRefusalOn } from '../http/error-handler.ts'
import { closeWhenStalled } from '../http/stalled-requests.ts'
import { refuseSocket } from '../http/unreadable-request.ts'

const CONNECTIONS_PER_ADDRESS = 200

type Connection = Socket['conn']

export interface HandshakeDeps {
  readonly addresses: ClientAddresses
  readonly hosts: HostPolicy
  readonly clock: Clock
}

/**
 * Guards the realtime server: refuses other origins, foreign host names and more than 200
 * connections from one address. Call once after attaching the server.
 */
export function guardHandshakes(io: Server, { addresses, hosts, clock }: HandshakeDeps): void {
  const open = new Map<string, number>()
  const placeOf = (request: IncomingMessage) => clientNetwork(addresses.of(request))

  function refusalOf(request: IncomingMessage): DomainError | null {
    const { host, origin } = request.headers
    if (namesTwoHosts(request)) return new DomainError('malformed_request')
    if (!hosts.accepts(host)) return new DomainError('host_not_allowed')
    if (!hosts.allowsOrigin(origin, host)) return new DomainError('origin_not_allowed')
    if (isFirst(request) && (open.get(placeOf(request)) ?? 0) >= CONNECTIONS_PER_ADDRESS) {
      return new DomainError('too_many_connections')
    }
    return null
  }

  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    if (response instanceof ServerResponse) closeWhenStalled(request, response, clock)
    const refusal = refusalOf(request)
    if (!refusal) next()
    else if (response instanceof ServerResponse) sendRefusalOn(response, refusal)
    else refuseSocket(request.socket, refusal)
  })

  io.engine.on('connection', (connection: Connection) => {
    const place = placeOf(connection.request)
    const count = (open.get(place) ?? 0) + 1
    open.set(place, count)
    connection.once('close', () => {
      const left = (open.get(place) ?? 1) - 1
      if (left > 0) open.set(place, left)
      else open.delete(place)
    })
    // Several may have been admitted at the same moment.
    if (count > CONNECTIONS_PER_ADDRESS) connection.close(true)
  })
}

/** Whether a request starts a new connection. */
function isFirst({ url = '' }: IncomingMessage): boolean {
  return !new URLSearchParams(url.slice(url.indexOf('?') + 1)).has('sid')
}
