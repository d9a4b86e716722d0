import {
  type BodyOf,
  type CallSpec,
  EVENT_POSITION_HEADER,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@kirim/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DiskReserve } from '../disk-reserve.ts'
import { DomainError } from '../errors.ts'
import { createSlots } from '../slots.ts'
import { clientNetwork } from './client-network.ts'
import { type Authenticate, admit, type Caller } from './guard.ts'
import { type MultipartBody, readMultipart, type UploadedFile } from './multipart.ts'
import { createReadTurns } from './read-turns.ts'
import type { SecurityLog } from './security-log.ts'
import { createStreaming, Streamed } from './streamed.ts'
import { validate } from './validate.ts'

/** The input of a handler, already parsed by the contract's schemas. */
export interface CallInput<C extends CallSpec> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly headers: HeadersOf<C>
  readonly body: BodyOf<C>
  readonly file: UploadedFile | null
  readonly caller: C['access'] extends 'public' ? null : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<C extends CallSpec> = (
  input: CallInput<C>,
) => Promise<ResponseOf<C> | Streamed<ResponseOf<C>>>

export interface RouteOptions<C extends CallSpec> {
  /** Applies a rate limit before the body is read; throws when it is exceeded. */
  limit?(asker: Pick<CallInput<C>, 'caller' | 'request'>): Promise<void>
}

/** The client disconnected while its read waited. */
const HUNG_UP = Symbol('hung up')

interface RouterDeps {
  readonly authenticate: Authenticate
  readonly uploadFolder: string
  positionOf(userId: string): string
  readonly reserve: DiskReserve
  readonly security: SecurityLog
}

const UPLOADS_PER_MEMBER = 6
/** The limit without a session: signing in needs no more. */
const ANONYMOUS_BODY_MAX_BYTES = 32 * 1024

/**
 * Registers the contract's calls with the HTTP server: guard first, then rate limit, schema and
 * handler. `reserve` refuses writes before their body is read when the disk is almost full.
 * Uploaded files stay in `uploadFolder` until the call is answered. Read responses carry
 * the position of the last realtime event they certainly include.
 */
export function createRouter(
  app: FastifyInstance,
  { authenticate, uploadFolder, positionOf, reserve, security }: RouterDeps,
) {
  const uploads = createSlots(UPLOADS_PER_MEMBER)
  const stream = createStreaming()
  const inReadTurn = createReadTurns()
  const callers = new WeakMap<FastifyRequest, Caller | null>()

  /** Runs reads in turn; a streamed answer only starts in its turn. */
  async function readInTurn<T>(
    { method }: CallSpec,
    userId: string | undefined,
    request: FastifyRequest,
    answer: () => Promise<T>,
  ): Promise<T | typeof HUNG_UP> {
    if (method !== 'GET' || !userId) return answer()
    return inReadTurn(userId, async () => (request.raw.socket.destroyed ? HUNG_UP : answer()))
  }

  const isSignedIn = (caller: Caller | null | undefined) => async () =>
    !caller || (await authenticate(caller.token)) !== null

  return function route<C extends CallSpec>(
    spec: C,
    handler: Handler<C>,
    { limit }: RouteOptions<C> = {},
  ): void {
    app.route({
      method: spec.method,
      url: `/api${spec.path}`,
      config: { spec },
      ...(spec.access === 'public' && { bodyLimit: ANONYMOUS_BODY_MAX_BYTES }),
      // Before the body is read: an unauthenticated upload never reaches the disk.
      onRequest: async (request) => {
        await logRefusals(request, async () => {
          const caller = await admit(request, spec.access, (token) => known(request, token))
          await limit?.({ caller, request } as unknown as CallInput<C>)
          if (needsRoom(spec)) await reserve.admit()
        })
      },
      handler: (request, reply) => {
        const userId = request.isMultipart() && callers.get(request)?.userId
        return logRefusals(request, () =>
          userId ? answerUpload(userId, request, reply) : answer(request, reply),
        )
      },
    })

    /** Also remembers callers who are refused because they are no admins. */
    async function known(request: FastifyRequest, token: string): Promise<Caller | null> {
      const caller = await authenticate(token)
      callers.set(request, caller)
      return caller
    }

    async function logRefusals<T>(request: FastifyRequest, task: () => Promise<T>): Promise<T> {
      try {
        return await task()
      } catch (error) {
        security.record(spec, request, callers.get(request) ?? null, error)
        throw error
      }
    }

    async function answerUpload(userId: string, request: FastifyRequest, reply: FastifyReply) {
      const leave = uploads.take(userId)
      if (!leave) throw new DomainError('too_many_uploads')
      return answer(request, reply).finally(leave)
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const userId = callers.get(request)?.userId
      if (userId && spec.method === 'GET') reply.header(EVENT_POSITION_HEADER, positionOf(userId))
      const multipart = await readBody(spec, request, uploadFolder)
      try {
        // The contract's schemas gave each part its type; the compiler cannot follow them through
        // `C`.
        const input = {
          ...parseInput(spec, request, multipart),
          caller: callers.get(request) ?? null,
          request,
          reply,
        } as unknown as CallInput<C>
        const answered = await readInTurn(spec, userId, request, () => handler(input))
        if (answered === HUNG_UP) return reply.hijack()
        security.record(spec, request, input.caller)
        if (answered instanceof Streamed) {
          await stream(
            userId ?? clientNetwork(request.ip),
            request,
            reply.status(spec.status),
            answered,
            isSignedIn(callers.get(request)),
          )
          return reply
        }
        return reply.sent ? reply : reply.status(spec.status).send(answered)
      } finally {
        await multipart?.discard()
      }
    }
  }
}

export type Route = ReturnType<typeof createRouter>

function needsRoom({ method, access, needsNoRoom = false }: CallSpec): boolean {
  return (method === 'POST' || method === 'PUT') && access !== 'admin' && !needsNoRoom
}

async function readBody(
  spec: CallSpec,
  request: FastifyRequest,
  uploadFolder: string,
): Promise<MultipartBody | null> {
  if (!spec.file) return null
  if (request.isMultipart()) return readMultipart(request, spec.file.field, uploadFolder)
  if (spec.file.required) throw new DomainError('unsupported_media_type')
  return null
}

/** A missing body is an empty one; a body of `null` is not. */
function jsonBody(request: FastifyRequest): unknown {
  return request.body === undefined ? {} : request.body
}

function parseInput(spec: CallSpec, request: FastifyRequest, multipart: MultipartBody | null) {
  return {
    params: spec.params && validate(spec.params, request.params),
    query: spec.query && validate(spec.query, request.query),
    headers: spec.headers && validate(spec.headers, request.headers),
    body: spec.body && validate(spec.body, multipart ? multipart.fields : jsonBody(request)),
    file: multipart?.file ?? null,
  }
}
