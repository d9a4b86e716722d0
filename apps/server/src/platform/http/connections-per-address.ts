import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { DomainError } from '../errors.ts'
import type { ClientAddresses } from './client-address.ts'
import { clientNetwork } from './client-network.ts'
import { rejectAtOnce } from './unreadable-request.ts'

/** A browser opens six, and a whole office may share one address. */
const CONNECTIONS_PER_ADDRESS = 256

/**
 * Rejects clients with too many open connections before reading their requests. A trusted proxy may
 * open any number, because they belong to its clients. Realtime counts its connections itself.
 */
export function limitConnections(
  server: Server,
  addresses: ClientAddresses,
  most = CONNECTIONS_PER_ADDRESS,
): void {
  const open = new Map<string, number>()
  const release = new WeakMap<Socket, () => void>()

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (!remoteAddress || addresses.trusts(remoteAddress, 0)) return
    const place = clientNetwork(remoteAddress)
    const others = open.get(place) ?? 0
    if (others >= most) return rejectAtOnce(socket, new DomainError('too_many_connections'))
    open.set(place, others + 1)
    const leave = () => {
      if (!release.delete(socket)) return
      const left = (open.get(place) ?? 1) - 1
      if (left > 0) open.set(place, left)
      else open.delete(place)
    }
    release.set(socket, leave)
    socket.once('close', leave)
  })
  server.on('upgrade', (_request, socket) => release.get(socket as Socket)?.())
}
