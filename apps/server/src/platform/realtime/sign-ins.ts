import { HandshakeAuth } from '@kirim/contract/realtime'
import type { Server, Socket } from 'socket.io'
import { type Authenticate, inWorkspace, type Person } from '../caller.ts'
import { DomainError } from '../errors.ts'
import { errorBody } from '../http/error-handler.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { ANSWER_WITHIN_MS, type OtherNodes } from './other-nodes.ts'
import { personRoom, roomsOf } from './rooms.ts'

const CONNECTIONS_PER_PERSON = 20

interface SignInDeps {
  readonly io: Server
  readonly others: OtherNodes
  readonly authenticate: Authenticate
  readonly log: Log
}

/** Who opened a connection, as of then. */
export const callerOf = (socket: Socket): Person => (socket.data as { caller: Person }).caller

/**
 * Admits connections of signed-in people to their rooms: at most 20 per person, on all nodes
 * together.
 */
export function guardSignIns({ io, others, authenticate, log }: SignInDeps): void {
  const here = (personId: string) => io.sockets.adapter.rooms.get(personRoom(personId))?.size ?? 0
  others.onAsked('connections', async (personId) => here(personId))
  /** Connections that have tried to sign in; each may try once. */
  const signInTried = new WeakSet<Socket['conn']>()

  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (err: unknown) => {
        const refusal = refusalOf(err)
        if (refusal.code === 'internal_error') log.error({ err }, 'realtime sign-in failed')
        next(refused(refusal))
        // Closes after the refusal was sent.
        setImmediate(() => socket.conn.close())
      },
    )
  })

  /** Authenticates a connection. Throws DomainError when it is refused. */
  async function admit(socket: Socket): Promise<void> {
    if (signInTried.has(socket.conn)) throw new DomainError('unauthenticated')
    signInTried.add(socket.conn)
    const auth = HandshakeAuth.safeParse(socket.handshake.auth)
    const caller = auth.success ? await authenticate(auth.data.token, auth.data.workspace) : null
    if (!caller) throw new DomainError('unauthenticated')
    if (auth.data?.workspace !== undefined) inWorkspace(caller)
    if (await hasTooMany(caller.personId)) throw new DomainError('too_many_connections')
    socket.data = { caller }
    await socket.join(roomsOf(caller))
  }

  async function hasTooMany(personId: string): Promise<boolean> {
    if (here(personId) >= CONNECTIONS_PER_PERSON) return true
    const elsewhere = await others.ask('connections', personId, ANSWER_WITHIN_MS)
    const all = elsewhere.reduce((sum, count) => sum + count, here(personId))
    return all >= CONNECTIONS_PER_PERSON
  }
}

function refused(refusal: DomainError): Error {
  return Object.assign(new Error(refusal.message), { data: errorBody(refusal) })
}
