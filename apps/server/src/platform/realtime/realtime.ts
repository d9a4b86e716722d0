import type { Server as HttpServer } from 'node:http'
import { type EventArgs, HandshakeAuth, type ServerEventName } from '@kirim/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { type Authenticate, inWorkspace, type Person } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { errorBody } from '../http/error-handler.ts'
import type { RequestsInFlight } from '../http/in-flight.ts'
import { REALTIME_PATH } from '../http/upgrades.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { createClientEvents } from './client-events.ts'
import { createEventPositions } from './event-positions.ts'
import { guardHandshakes, type HandshakeDeps } from './handshakes.ts'
import type { NodesAdapter } from './nodes-adapter.ts'
import { createOtherNodes, NOBODY_ELSE } from './other-nodes.ts'
import { createPresence, type Member } from './presence.ts'
import {
  memberRoom,
  ownChatsRoom,
  personRoom,
  presenceRoom,
  type Reach,
  roomsFor,
  roomsOf,
  type Sight,
  tokenRoom,
  workspacesOf,
} from './rooms.ts'
import { createTokenEnds } from './token-ends.ts'

/**
 * Sends events to the open browsers of a workspace: to those people who may receive them. Call
 * after the transaction has committed.
 */
export interface Realtime {
  /** An event that is about no number. */
  toWorkspace<E extends ServerEventName>(workspaceId: string, event: E, ...args: EventArgs<E>): void
  /** An event about these numbers, for those who see one of them, or all numbers there are. */
  toNumbers<E extends ServerEventName>(
    workspaceId: string,
    deviceIds: readonly string[],
    event: E,
    ...args: EventArgs<E>
  ): void
  /**
   * Other arguments for those who see all numbers than for those who see some of them only; of
   * these, who sees one of `deviceIds`, or anybody.
   */
  byReach<E extends ServerEventName>(
    workspaceId: string,
    event: E,
    args: { readonly all: EventArgs<E>; readonly own: EventArgs<E> },
    deviceIds?: readonly string[] | null,
  ): void
  /**
   * An event about a chat of these numbers, with other arguments where phone numbers of people are
   * hidden; not for those who see their own chats only.
   */
  ofChat<E extends ServerEventName>(
    workspaceId: string,
    deviceIds: readonly string[],
    event: E,
    args: { readonly numbers: EventArgs<E>; readonly masked: EventArgs<E> },
  ): void
  /** An event of a person, in whichever workspace. */
  toPerson<E extends ServerEventName>(personId: string, event: E, ...args: EventArgs<E>): void
  /**
   * What a person may do or see in a workspace has changed or ended; of everybody there where no
   * person is named. Their requests in flight are judged again, and their connections closed:
   * browsers connect again, unless they no longer belong to it. Resolves once all nodes know.
   */
  membershipChanged(workspaceId: string, personId: string | null): Promise<void>
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

const MAX_MESSAGE_BYTES = 16 * 1024
const JOIN_TIMEOUT_MS = 10_000
const CONNECTIONS_PER_PERSON = 20
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
  /** Stores when people were last connected. */
  readonly storeSeen: (members: readonly Member[], at: number) => Promise<void>
  readonly inFlight: Pick<RequestsInFlight, 'membershipChanged' | 'missedChanges'>
  /** How long a connection may stay open without signing in, in milliseconds. */
  readonly joinWithinMs?: number
}

export type RealtimeServer = ReturnType<typeof createRealtime>

/**
 * The Socket.IO server. It trusts only the token in the handshake, never the `userId` of the query.
 */
export function createRealtime(deps: RealtimeDeps) {
  const { authenticate, clock, inFlight, log } = deps
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
  const here = (personId: string) => io.sockets.adapter.rooms.get(personRoom(personId))?.size ?? 0
  const others = deps.nodes ? createOtherNodes(io, clock) : NOBODY_ELSE
  others.onAsked('connections', async (personId) => here(personId))
  others.onAsked('membership_changed', async (member) => {
    inFlight.membershipChanged(...fromMemberId(member))
    return true
  })
  const { part, joined, present } = createPresence({
    ...deps,
    io,
    others,
    onFault: (err) => log.error({ err }, 'who is there was not told or stored'),
  })
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
    const { caller } = socket.data as { caller: Person }
    const { personId, membership } = caller
    const who = { personId, workspaceId: membership?.workspaceId, socketId: socket.id }
    log.debug(who, 'realtime connection opened')
    tellPosition(socket)
    joined(socket)
    events.listen(socket, caller)
    endWithToken(socket, caller)
    socket.once('disconnect', (reason) => {
      log.debug({ ...who, reason }, 'realtime connection closed')
      // Otherwise a client that left without disconnecting would stay forever.
      socket.conn.close()
    })
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

  /** In no workspace there are no events to miss. */
  function tellPosition(socket: Socket): void {
    const { caller } = socket.data as { caller: Person }
    socket.emit('event_position', positions.of(caller.membership?.workspaceId ?? caller.personId))
  }

  /** Handles an event of another node. */
  function onEvent(rooms: readonly string[], [event, argument]: readonly unknown[]): void {
    for (const workspaceId of workspacesOf(rooms)) positions.advance(workspaceId)
    elsewhere.get(event as ServerEventName)?.onEvent(argument)
  }

  function onListening(): void {
    positions.restart()
    inFlight.missedChanges()
    for (const { onMissed } of elsewhere.values()) onMissed()
    for (const socket of io.sockets.sockets.values()) tellPosition(socket)
    void signOutRevoked([...io.sockets.sockets.values()])
  }

  /** Sends an event to rooms of a workspace, on all nodes or on this one. */
  function send<E extends ServerEventName>(
    workspaceId: string,
    event: E,
    args: EventArgs<E>,
    { reach = 'all', sight = 'all', deviceIds = null, from = io }: Partial<Sending> = {},
  ): void {
    positions.advance(workspaceId)
    from.to(roomsFor(workspaceId, event, { reach, sight, deviceIds })).emit(event, ...args)
  }

  const realtime: Realtime = {
    toWorkspace: (workspaceId, event, ...args) => send(workspaceId, event, args),
    toNumbers: (workspaceId, deviceIds, event, ...args) =>
      send(workspaceId, event, args, { deviceIds }),
    byReach(workspaceId, event, { all, own }, deviceIds = null) {
      send(workspaceId, event, all, { reach: 'all numbers' })
      send(workspaceId, event, own, { reach: 'own numbers', deviceIds })
    },
    ofChat(workspaceId, deviceIds, event, { numbers, masked }) {
      const from = io.except(ownChatsRoom(workspaceId))
      send(workspaceId, event, numbers, { deviceIds, sight: 'numbers', from })
      send(workspaceId, event, masked, { deviceIds, sight: 'masked', from })
    },
    toPerson: (personId, event, ...args) => void io.to(personRoom(personId)).emit(event, ...args),
    async membershipChanged(workspaceId, personId) {
      inFlight.membershipChanged(workspaceId, personId)
      const room = personId === null ? presenceRoom(workspaceId) : memberRoom(workspaceId, personId)
      // Also where the person is in another workspace: the list of theirs has changed.
      io.to(personId === null ? room : personRoom(personId)).emit('account_changed')
      io.in(room).disconnectSockets(true)
      await others.ask('membership_changed', memberId(workspaceId, personId), ANSWER_WITHIN_MS)
    },
    signOut(tokenHashes) {
      for (const hash of tokenHashes) io.to(tokenRoom(hash)).emit('signed_out')
      realtime.hangUp(tokenHashes)
    },
    hangUp(tokenHashes) {
      for (const hash of tokenHashes) io.in(tokenRoom(hash)).disconnectSockets(true)
    },
  }

  return {
    realtime,
    others,
    /** Starts before browsers connect, and stops after they have left. */
    presence: part,
    /** Who of a workspace is there now. */
    present,
    /** Sends an event about these numbers to the workspace's browsers on this node only. */
    toNumbersHere<E extends ServerEventName>(
      workspaceId: string,
      deviceIds: readonly string[],
      event: E,
      ...args: EventArgs<E>
    ): void {
      send(workspaceId, event, args, { deviceIds, from: io.local })
    },
    /** The position of a workspace's events, which changes with each. */
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

interface Sending {
  readonly reach: Reach
  readonly sight: Sight
  readonly deviceIds: readonly string[] | null
  readonly from: Pick<Server, 'to'>
}

/** The library waits 30 s by default; Socket.IO does not expose its option. */
function shortenCloseTimeout(io: Server): void {
  const { ws } = io.engine as unknown as { ws: { options: { closeTimeout: number } } }
  ws.options.closeTimeout = CLOSE_TIMEOUT_MS
}

/** Ids contain no spaces. */
const memberId = (workspaceId: string, personId: string | null) =>
  personId === null ? workspaceId : `${workspaceId} ${personId}`

function fromMemberId(member: string): [workspaceId: string, personId: string | null] {
  const [workspaceId = '', personId = null] = member.split(' ')
  return [workspaceId, personId]
}

function refused(refusal: DomainError): Error {
  return Object.assign(new Error(refusal.message), { data: errorBody(refusal) })
}
