import type { Server as HttpServer } from 'node:http'
import type { EventArgs, ServerEventName } from '@kirim/contract/realtime'
import { Server, type Socket } from 'socket.io'
import type { Authenticate } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { RequestsInFlight } from '../http/in-flight.ts'
import { REALTIME_PATH } from '../http/upgrades.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { createClientEvents } from './client-events.ts'
import { createEventPositions } from './event-positions.ts'
import { guardHandshakes, type HandshakeDeps } from './handshakes.ts'
import { createMembershipEnds } from './membership-ends.ts'
import type { NodesAdapter } from './nodes-adapter.ts'
import { createOtherNodes, NOBODY_ELSE } from './other-nodes.ts'
import { createPresence, type Member } from './presence.ts'
import {
  memberRoom,
  ownChatsOf,
  ownChatsRoom,
  personRoom,
  presenceRoom,
  tokenRoom,
  workspacesOf,
} from './rooms.ts'
import { createSendEvent } from './send-event.ts'
import { callerOf, guardSignIns } from './sign-ins.ts'
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
  /**
   * An event about a chat, with other arguments where phone numbers of people are hidden; of those
   * who see their own chats only, for the one to whom it is assigned, or for all if it is nobody's.
   */
  aboutChat<E extends ServerEventName>(
    workspaceId: string,
    chat: { readonly deviceId: string; readonly assignedTo: string | null },
    event: E,
    args: { readonly numbers: EventArgs<E>; readonly masked: EventArgs<E> },
  ): void
  /**
   * A chat belongs to somebody now: those who see their own chats only and are not this person see
   * it no more.
   */
  chatGone(workspaceId: string, chatId: string, assignedTo: string): void
  /** An event of one person in a workspace. */
  toMember<E extends ServerEventName>(
    workspaceId: string,
    personId: string,
    event: E,
    ...args: EventArgs<E>
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
  const { clock, inFlight, log } = deps
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
  const others = deps.nodes ? createOtherNodes(io, clock) : NOBODY_ELSE
  guardSignIns({ ...deps, io, others })
  const send = createSendEvent(io, positions)
  const { part, joined, present } = createPresence({
    ...deps,
    io,
    others,
    onFault: (err) => log.error({ err }, 'who is there was not told or stored'),
  })
  io.on('connection', (socket) => {
    const caller = callerOf(socket)
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

  /** In no workspace there are no events to miss. */
  function tellPosition(socket: Socket): void {
    const { membership, personId } = callerOf(socket)
    socket.emit('event_position', positions.of(membership?.workspaceId ?? personId))
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
    aboutChat(workspaceId, { deviceId, assignedTo }, event, { numbers, masked }) {
      const deviceIds = [deviceId]
      const from = assignedTo === null ? io : io.except(ownChatsRoom(workspaceId))
      send(workspaceId, event, numbers, { deviceIds, sight: 'numbers', from })
      send(workspaceId, event, masked, { deviceIds, sight: 'masked', from })
      if (assignedTo === null) return
      io.to(ownChatsOf(workspaceId, assignedTo, false)).emit(event, ...numbers)
      io.to(ownChatsOf(workspaceId, assignedTo, true)).emit(event, ...masked)
    },
    chatGone(workspaceId, id, assignedTo) {
      const rest = io.to(ownChatsRoom(workspaceId))
      const theirs = [true, false].map((isMasked) => ownChatsOf(workspaceId, assignedTo, isMasked))
      rest.except(theirs).emit('chat_gone', { id })
    },
    toMember: (workspaceId, personId, event, ...args) =>
      void io.to(memberRoom(workspaceId, personId)).emit(event, ...args),
    toPerson: (personId, event, ...args) => void io.to(personRoom(personId)).emit(event, ...args),
    membershipChanged: createMembershipEnds({ ...deps, io, others }),
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
    /**
     * Whether a browser of a workspace may be connected, to any node. Otherwise its position moves
     * on, so that browsers which load something now know that there was an event they missed.
     */
    mayBeHeard(workspaceId: string): boolean {
      if (deps.nodes || io.sockets.adapter.rooms.has(presenceRoom(workspaceId))) return true
      positions.advance(workspaceId)
      return false
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

/** The library waits 30 s by default; Socket.IO does not expose its option. */
function shortenCloseTimeout(io: Server): void {
  const { ws } = io.engine as unknown as { ws: { options: { closeTimeout: number } } }
  ws.options.closeTimeout = CLOSE_TIMEOUT_MS
}
