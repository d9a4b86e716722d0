import { issueOf } from '@kirim/contract/issues'
import {
  type ClientArgs,
  type ClientEventName,
  clientEvents,
  type EventArgs,
  type ServerEventName,
} from '@kirim/contract/realtime'
import { ISSUES_MAX } from '@kirim/contract/refusals'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import { inBulkhead } from '../bulkhead.ts'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import type { Authenticate, Caller } from '../http/guard.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { errorMessageArgs } from './error-message.ts'
import { limitEvents } from './event-limit.ts'

/** A signed-in browser connection, as seen by features. */
export interface Connection {
  readonly userId: string
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

  function listen(socket: Socket, { userId, token }: Caller) {
    const connection: Connection = {
      userId,
      reply: (event, ...args) => {
        socket.emit(event, ...args)
      },
    }
    limitEvents(socket, clock, (refusal) =>
      connection.reply('error_message', ...errorMessageArgs(refusal)),
    )
    for (const event of Object.keys(clientEvents) as ClientEventName[]) {
      socket.on(event, (...args: unknown[]) => {
        log.trace({ userId, socketId: socket.id, event }, 'realtime event')
        const takeFault = (err: unknown) =>
          log.error({ err, event }, 'a realtime event left a fault')
        const answering = () => answer(event, connection, token, args, socket)
        inBulkhead(takeFault, answering).catch((err: unknown) => {
          const refusal = refusalOf(err)
          if (refusal.code === 'internal_error') log.error({ err, event }, 'realtime event failed')
          connection.reply('error_message', ...errorMessageArgs(refusal))
        })
      })
    }
  }

  async function answer(
    event: ClientEventName,
    connection: Connection,
    token: string,
    args: unknown[],
    socket: Socket,
  ) {
    // The token may have been revoked since the handshake.
    if (!(await authenticate(token))) return signOut(socket)
    await handlers.get(event)?.(connection, args)
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
