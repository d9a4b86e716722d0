import type { Server as HttpServer } from 'node:http'
import {
  type ClientArgs,
  type ClientEventName,
  clientEvents,
  type EventArgs,
  HandshakeAuth,
  type ServerEventName,
} from '@kirim/contract/realtime'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Authenticate } from '../http/guard.ts'
import type { Log } from '../log.ts'

/** Tells a user's open browsers what happened. Call after the transaction has committed. */
export interface Realtime {
  toUser<E extends ServerEventName>(userId: string, event: E, ...args: EventArgs<E>): void
  /** Ends every connection made with these tokens, after telling them. */
  signOut(tokenHashes: readonly string[]): void
}

/** One signed-in browser connection, as a feature sees it. */
export interface Connection {
  readonly userId: string
  reply<E extends ServerEventName>(event: E, ...args: EventArgs<E>): void
}

export type ClientHandler<E extends ClientEventName> = (
  connection: Connection,
  ...args: ClientArgs<E>
) => Promise<void>

const MAX_MESSAGE_BYTES = 16 * 1024

export type RealtimeServer = ReturnType<typeof createRealtime>

/** The Socket.IO server. It trusts only the token in the handshake, never the `userId` of the query. */
export function createRealtime(authenticate: Authenticate, log: Log) {
  const io = new Server({
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  })
  const handlers = new Map<
    ClientEventName,
    (connection: Connection, args: unknown[]) => Promise<void>
  >()

  io.use((socket, next) => {
    admit(socket, authenticate).then(
      (ok) => next(ok ? undefined : refused()),
      (err: unknown) => {
        log.error({ err }, 'realtime sign-in failed')
        next(new Error('Something went wrong on the server.'))
      },
    )
  })
  io.on('connection', (socket) => listen(socket))

  function listen(socket: Socket) {
    const { userId, token } = socket.data as { userId: string; token: string }
    const connection: Connection = {
      userId,
      reply: (event, ...args) => {
        socket.emit(event, ...args)
      },
    }
    for (const event of Object.keys(clientEvents) as ClientEventName[]) {
      socket.on(event, (...args: unknown[]) => {
        answer(event, connection, token, args, socket).catch((err: unknown) => {
          const refusal = err instanceof DomainError ? err : new DomainError('internal_error')
          if (refusal !== err) log.error({ err, event }, 'realtime event failed')
          connection.reply('error_message', ...told(refusal))
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
    if (!(await authenticate(token))) {
      socket.emit('signed_out')
      socket.disconnect(true)
      return
    }
    await handlers.get(event)?.(connection, args)
  }

  const realtime: Realtime = {
    toUser: (userId, event, ...args) => {
      io.to(`user:${userId}`).emit(event, ...args)
    },
    signOut(tokenHashes) {
      for (const hash of tokenHashes) {
        io.to(`token:${hash}`).emit('signed_out')
        io.in(`token:${hash}`).disconnectSockets(true)
      }
    },
  }

  return {
    realtime,
    /** Registers what a browser's event does; its arguments are parsed by the contract first. */
    handle<E extends ClientEventName>(event: E, handler: ClientHandler<E>): void {
      handlers.set(event, async (connection, args) => {
        const schemas: readonly z.ZodType[] = clientEvents[event]
        const parsed = schemas.map((schema, index) => {
          const result = schema.safeParse(args[index])
          if (!result.success) throw new DomainError('malformed_request')
          return result.data
        })
        await handler(connection, ...(parsed as ClientArgs<E>))
      })
    },
    attach: (server: HttpServer) => {
      io.attach(server)
    },
    close: () => io.close(),
  }
}

/** What `error_message` carries: the sentence (SPEC §7), and which one it is. */
export function told({ message, code, params }: DomainError): EventArgs<'error_message'> {
  return [message, { code, params }]
}

async function admit(socket: Socket, authenticate: Authenticate): Promise<boolean> {
  const auth = HandshakeAuth.safeParse(socket.handshake.auth)
  const caller = auth.success ? await authenticate(auth.data.token) : null
  if (!caller) return false
  socket.data = { userId: caller.userId, token: caller.token }
  await socket.join([`user:${caller.userId}`, `token:${caller.tokenHash}`])
  return true
}

function refused(): Error {
  const refusal = new DomainError('unauthenticated')
  return Object.assign(new Error(refusal.message), {
    data: { message: refusal.message, code: refusal.code },
  })
}
