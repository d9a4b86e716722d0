import type { Server as HttpServer } from 'node:http'
import { type EventArgs, HandshakeAuth, type ServerEventName } from '@kirim/contract/realtime'
import { Server, type Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { errorBody } from '../http/error-handler.ts'
import type { Authenticate, Caller } from '../http/guard.ts'
import { REALTIME_PATH } from '../http/upgrades.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { createClientEvents } from './client-events.ts'
import { createEventPositions } from './event-positions.ts'
import { guardHandshakes, type HandshakeDeps } from './handshakes.ts'
import type { NodesAdapter } from './nodes-adapter.ts'
import { createOtherNodes, NOBODY_ELSE } from './other-nodes.ts'
import { createTokenEnds } from './token-ends.ts'

/** Sends events to a user's open browsers. Call after the transaction has committed. */
export interface Realtime {
  toUser<E extends ServerEventName>(userId: string, event: E, ...args: EventArgs<E>): void
  /** Sends `signed_out` to all connections of these tokens, then closes them. */
  signOut(tokenHashes: readonly string[]): void
  /** Closes the connections without `signed_out`: browsers reconnect with their current token. */
  hangUp(tokenHashes: readonly string[]): void
}

/** Handles events that other nodes have sent. */
export interface RemoteEventHandler {
  /** Called with the event's first argument. */
  onEvent(argument: unknown): void
  /** Called when events may have been missed. */
  onMissed(): void
}

/** The prefix of the room of a user's connections. */
const USER_ROOM = 'user:'
const MAX_MESSAGE_BYTES = 16 * 1024
const JOIN_TIMEOUT_MS = 10_000
const CONNECTIONS_PER_ACCOUNT = 20
/** Other nodes answer within milliseconds. */
const ANSWER_WITHIN_MS = 500
/** How long a closed connection may take to disconnect; it is no longer counted meanwhile. */
const CLOSE_TIMEOUT_MS = 2000

export interface RealtimeDeps extends HandshakeDeps {
  readonly authenticate: Authenticate
  readonly clock: Clock
  readonly log: Log
  /** Null where there are no other nodes. */
  readonly nodes?: NodesAdapter | null
  /** How long a connection may stay open without signing in, in milliseconds. */
  readonly joinWithinMs?: number
}

export type RealtimeServer = ReturnType<typeof createRealtime>

/**
 * The Socket.IO server. It trusts only the token in the handshake, never the `userId` of the query.
 */
export function createRealtime(deps: RealtimeDeps) {
  const { authenticate, clock, log } = deps
  const io = new Server({
    path: REALTIME_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    connectTimeout: deps.joinWithinMs ?? JOIN_TIMEOUT_MS,
  })
  const { signOut, signOutRevoked, endWithToken } = createTokenEnds(deps)
  const events = createClientEvents({ ...deps, signOut })
  const positions = createEventPositions()
  const elsewhere = new Map<ServerEventName, RemoteEventHandler>()
  const here = (userId: string) => io.sockets.adapter.rooms.get(`${USER_ROOM}${userId}`)?.size ?? 0
  const others = deps.nodes ? createOtherNodes(io, clock) : NOBODY_ELSE
  others.onAsked('connections', async (userId) => here(userId))
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
  io.on('connection', (socket) => {
    const { caller } = socket.data as { caller: Caller }
    log.debug({ userId: caller.userId, socketId: socket.id }, 'realtime connection opened')
    socket.emit('event_position', positions.of(caller.userId))
    events.listen(socket, caller)
    endWithToken(socket, caller)
    socket.once('disconnect', (reason) => {
      log.debug(
        { userId: caller.userId, socketId: socket.id, reason },
        'realtime connection closed',
      )
      // Otherwise a client that left without disconnecting would stay forever.
      socket.conn.close()
    })
  })

  /** Authenticates a connection. Throws DomainError when it is refused. */
  async function admit(socket: Socket): Promise<void> {
    if (signInTried.has(socket.conn)) throw new DomainError('unauthenticated')
    signInTried.add(socket.conn)
    const auth = HandshakeAuth.safeParse(socket.handshake.auth)
    const caller = auth.success ? await authenticate(auth.data.token) : null
    if (!caller) throw new DomainError('unauthenticated')
    if (await hasTooMany(caller.userId)) throw new DomainError('too_many_connections')
    socket.data = { caller }
    await socket.join([`${USER_ROOM}${caller.userId}`, `token:${caller.tokenHash}`])
  }

  async function hasTooMany(userId: string): Promise<boolean> {
    if (here(userId) >= CONNECTIONS_PER_ACCOUNT) return true
    const elsewhere = await others.ask('connections', userId, ANSWER_WITHIN_MS)
    const all = elsewhere.reduce((sum, count) => sum + count, here(userId))
    return all >= CONNECTIONS_PER_ACCOUNT
  }

  /** Handles an event of another node. */
  function onEvent(rooms: readonly string[], [event, argument]: readonly unknown[]): void {
    for (const room of rooms) {
      if (room.startsWith(USER_ROOM)) positions.advance(room.slice(USER_ROOM.length))
    }
    elsewhere.get(event as ServerEventName)?.onEvent(argument)
  }

  function onListening(): void {
    positions.restart()
    for (const { onMissed } of elsewhere.values()) onMissed()
    for (const socket of io.sockets.sockets.values()) {
      const { caller } = socket.data as { caller: Caller }
      socket.emit('event_position', positions.of(caller.userId))
    }
    void signOutRevoked([...io.sockets.sockets.values()])
  }

  const realtime: Realtime = {
    toUser: (userId, event, ...args) => {
      positions.advance(userId)
      io.to(`${USER_ROOM}${userId}`).emit(event, ...args)
    },
    signOut(tokenHashes) {
      for (const hash of tokenHashes) io.to(`token:${hash}`).emit('signed_out')
      realtime.hangUp(tokenHashes)
    },
    hangUp(tokenHashes) {
      for (const hash of tokenHashes) io.in(`token:${hash}`).disconnectSockets(true)
    },
  }

  return {
    realtime,
    others,
    /** Sends an event to the user's browsers on this node only. */
    toUserHere<E extends ServerEventName>(userId: string, event: E, ...args: EventArgs<E>): void {
      positions.advance(userId)
      io.local.to(`${USER_ROOM}${userId}`).emit(event, ...args)
    },
    /** The position of a user's events, which changes with each. */
    positionOf: positions.of,
    /** Registers a handler for an event that other nodes send. */
    onElsewhere: (event: ServerEventName, handler: RemoteEventHandler) =>
      void elsewhere.set(event, handler),
    handle: events.handle,
    attach: (server: HttpServer) => {
      // Ignores resets of connections that wait for the upgrade.
      server.on('upgrade', (_request, socket) => socket.on('error', () => {}))
      io.attach(server)
      guardHandshakes(io, deps)
      shortenCloseTimeout(io)
    },
    /** Closes the connections of this node; it can still send events to other nodes. */
    close: () => io.close(),
    /** Stops after everything that may send events. */
    between: {
      name: 'realtime between nodes',
      async start() {
        if (deps.nodes) io.adapter(deps.nodes.adapterFor({ onEvent, onListening }))
      },
      stop: async () => deps.nodes?.close(),
    } satisfies Part,
  }
}

/** The library waits 30 s by default; Socket.IO does not expose its option. */
function shortenCloseTimeout(io: Server): void {
  const { ws } = io.engine as unknown as { ws: { options: { closeTimeout: number } } }
  ws.options.closeTimeout = CLOSE_TIMEOUT_MS
}

function refused(refusal: DomainError): Error {
  return Object.assign(new Error(refusal.message), { data: errorBody(refusal) })
}
