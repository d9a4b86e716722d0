import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { DomainError } from '../errors.ts'
import { type HostPolicy, namesTwoHosts } from '../http/allowed-hosts.ts'
import type { ClientAddresses } from '../http/client-address.ts'
import { clientNetwork } from '../http/client-network.ts'
import { sendRefusalOn } from '../http/error-handler.ts'
import { refuseSocket } from '../http/unreadable-request.ts'
import { createSlots } from '../slots.ts'

const CONNECTIONS_PER_ADDRESS = 200

type Connection = Socket['conn']

export interface HandshakeDeps {
  readonly addresses: ClientAddresses
  readonly hosts: HostPolicy
}

/**
 * Guards the realtime server: refuses other origins, foreign host names and more than 200
 * connections from one address. Call once after attaching the server.
 */
export function guardHandshakes(io: Server, { addresses, hosts }: HandshakeDeps): void {
  const open = createSlots(CONNECTIONS_PER_ADDRESS)
  const placeOf = (request: IncomingMessage) => clientNetwork(addresses.of(request))

  function refusalOf(request: IncomingMessage): DomainError | null {
    const { host, origin } = request.headers
    if (namesTwoHosts(request)) return new DomainError('malformed_request')
    if (!hosts.accepts(host)) return new DomainError('host_not_allowed')
    if (!hosts.allowsOrigin(origin, host)) return new DomainError('origin_not_allowed')
    if (isFirst(request) && open.isFull(placeOf(request))) {
      return new DomainError('too_many_connections')
    }
    return null
  }

  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    const refusal = refusalOf(request)
    if (!refusal) next()
    else if (response instanceof ServerResponse) sendRefusalOn(response, refusal)
    else refuseSocket(request.socket, refusal)
  })

  io.engine.on('connection', (connection: Connection) => {
    const leave = open.take(placeOf(connection.request))
    if (leave) connection.once('close', leave)
    // Several may have been admitted at the same moment.
    else connection.close(true)
  })
}

/** Whether a request starts a new connection. */
function isFirst({ url = '' }: IncomingMessage): boolean {
  return !new URLSearchParams(url.slice(url.indexOf('?') + 1)).has('sid')
}
