import { issueOf } from '@kirim/contract/issues'
import {
  type ClientArgs,
  type ClientEventName,
  clientEventNeeds,
  clientEvents,
  type EventArgs,
  type ServerEventName,
} from '@kirim/contract/realtime'
import { ISSUES_MAX } from '@kirim/contract/refusals'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import { inBulkhead } from '../bulkhead.ts'
import {
  type Authenticate,
  type Caller,
  inWorkspace,
  type Person,
  requireCapability,
} from '../caller.ts'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { errorMessageArgs } from './error-message.ts'
import { limitEvents } from './event-limit.ts'

/** A signed-in browser connection, as seen by features. */
export interface Connection {
  readonly workspaceId: string
  /** Who has sent the event, with what they may see now. */
  readonly caller: Caller
  /** Of this connection alone. */
  readonly id: string
  /** Whether it is still open. */
  isOpen(): boolean
  /** Called once when it closes. */
  onClosed(listener: () => void): void
  reply<E extends ServerEventName>(event: E, ...args: EventArgs<E>): void
}

export type ClientHandler<E extends ClientEventName> = (
  connection: Connection,
  ...args: ClientArgs<E>
) => Promise<void>

export interface ClientEventsDeps {
  readonly authenticate: Authenticate
  readonly clock: Clock
  readonly log: Log
  /** Called when its token was revoked. */
  signOut(socket: Socket): void
}

/** Handlers of the events that browsers send. */
export function createClientEvents({ authenticate, clock, log, signOut }: ClientEventsDeps) {
  const handlers = new Map<
    ClientEventName,
    (connection: Connection, args: unknown[]) => Promise<void>
  >()

  /** Registers the handler of a client event; arguments are parsed by the contract first. */
  function handle<E extends ClientEventName>(event: E, handler: ClientHandler<E>): void {
    handlers.set(event, async (connection, args) => {
      const schemas: readonly z.core.$ZodType[] = clientEvents[event]
      const parsed = schemas.map((schema, index) => {
        const result = z.safeParse(schema, args[index])
        if (!result.success) throw refusedArgument(index, result.error)
        return result.data
      })
      await handler(connection, ...(parsed as ClientArgs<E>))
    })
  }

  function listen(socket: Socket, person: Person) {
    const { personId } = person
    const refuse = (refusal: DomainError) => {
      socket.emit('error_message', ...errorMessageArgs(refusal))
    }
    limitEvents(socket, clock, refuse)
    for (const event of Object.keys(clientEvents) as ClientEventName[]) {
      socket.on(event, (...args: unknown[]) => {
        log.trace({ personId, socketId: socket.id, event }, 'realtime event')
        const takeFault = (err: unknown) =>
          log.error({ err, event }, 'a realtime event left a fault')
        const answering = () => answer(event, person, args, socket)
        inBulkhead(takeFault, answering).catch((err: unknown) => {
          const refusal = refusalOf(err)
          if (refusal.code === 'internal_error') log.error({ err, event }, 'realtime event failed')
          refuse(refusal)
        })
      })
    }
  }

  async function answer(
    event: ClientEventName,
    { token, membership }: Person,
    args: unknown[],
    socket: Socket,
  ) {
    // The token may have been revoked since the handshake, and what the person may do changed.
    const now = await authenticate(token, membership?.workspaceId)
    if (!now) return signOut(socket)
    if (membership && !now.membership) return void socket.disconnect(true)
    const caller = inWorkspace(now)
    requireCapability(caller, clientEventNeeds[event])
    await handlers.get(event)?.(
      {
        workspaceId: caller.workspaceId,
        caller,
        id: socket.id,
        isOpen: () => socket.connected,
        onClosed: (listener) => void socket.once('disconnect', listener),
        reply: (name, ...answer) => {
          socket.emit(name, ...answer)
        },
      },
      args,
    )
  }

  return { handle, listen }
}

/** Prefixes the issues' paths with the index of the argument. */
function refusedArgument(index: number, { issues }: z.core.$ZodError): DomainError {
  const found = issues.slice(0, ISSUES_MAX).map(issueOf)
  return new DomainError(
    'malformed_request',
    {},
    found.map((issue) => ({ ...issue, path: [index, ...issue.path] })),
  )
}
