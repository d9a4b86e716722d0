import { type CallSpec, EVENT_POSITION_HEADER } from '@kirim/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticate, type Caller, inWorkspace, type Person } from '../caller.ts'
import type { SecretBox } from '../crypto/secret-box.ts'
import type { DiskReserve } from '../disk-reserve.ts'
import { DomainError } from '../errors.ts'
import { createSlots } from '../slots.ts'
import { clientNetwork } from './client-network.ts'
import { admit, isStillAdmitted, judgeAgain } from './guard.ts'
import type { CallInput, Handler } from './handler.ts'
import { hideNumbers } from './hide-numbers.ts'
import { createRequestsInFlight, type InFlight, type RequestsInFlight } from './in-flight.ts'
import { type MultipartBody, readMultipart } from './multipart.ts'
import { createReadTurns } from './read-turns.ts'
import type { SecurityLog } from './security-log.ts'
import { createStreaming, Streamed } from './streamed.ts'
import { validate } from './validate.ts'

export interface RouteOptions<C extends CallSpec> {
  /** Applies a rate limit before the body is read; throws when it is exceeded. */
  limit?(asker: Pick<CallInput<C>, 'caller' | 'request'>): Promise<void>
}

/** The client disconnected while its read waited. */
const HUNG_UP = Symbol('hung up')

interface RouterDeps {
  readonly authenticate: Authenticate
  readonly uploadFolder: string
  readonly inFlight?: RequestsInFlight
  positionOf(workspaceId: string): string
  readonly reserve: DiskReserve
  readonly security: SecurityLog
  /** Seals what only callers from whom phone numbers are hidden get sealed. */
  readonly box: SecretBox
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
  {
    authenticate,
    uploadFolder,
    inFlight = createRequestsInFlight(),
    positionOf,
    reserve,
    security,
    box,
  }: RouterDeps,
) {
  const uploads = createSlots(UPLOADS_PER_MEMBER)
  const stream = createStreaming()
  const inReadTurn = createReadTurns()
  const open = new WeakMap<FastifyRequest, InFlight>()
  const personOf = (request: FastifyRequest) => open.get(request)?.person ?? null

  /** Runs reads in turn; a streamed answer only starts in its turn. */
  async function readInTurn<T>(
    { method }: CallSpec,
    personId: string | undefined,
    request: FastifyRequest,
    answer: () => Promise<T>,
  ): Promise<T | typeof HUNG_UP> {
    if (method !== 'GET' || !personId) return answer()
    return inReadTurn(personId, async () => (request.raw.socket.destroyed ? HUNG_UP : answer()))
  }

  function notePosition({ method }: CallSpec, person: Person | null, reply: FastifyReply): void {
    const { workspaceId } = person?.membership ?? {}
    if (method !== 'GET' || !workspaceId) return
    reply.header(EVENT_POSITION_HEADER, positionOf(workspaceId))
  }

  const isAdmitted = (spec: CallSpec, caller: Person | null) => async () =>
    !caller || isStillAdmitted(spec, caller, authenticate)

  return function route<C extends CallSpec>(
    spec: C,
    handler: Handler<C>,
    { limit }: RouteOptions<C> = {},
  ): void {
    const handle = hideNumbers(spec, handler, box)
    app.route({
      method: spec.method,
      url: `/api${spec.path}`,
      config: { spec },
      ...(spec.access === 'public' && { bodyLimit: ANONYMOUS_BODY_MAX_BYTES }),
      // Before the body is read: an unauthenticated upload never reaches the disk.
      onRequest: async (request, reply) => {
        await logRefusals(request, async () => {
          if (spec.access !== 'public') open.set(request, inFlight.enter(reply.raw))
          const caller = await admit(request, spec, (...by) => known(request, ...by))
          await limit?.({ caller, request } as unknown as CallInput<C>)
          if (needsRoom(spec)) await reserve.admit()
        })
      },
      handler: (request, reply) => {
        const personId = request.isMultipart() && personOf(request)?.personId
        return logRefusals(request, () =>
          personId ? answerUpload(personId, request, reply) : answer(request, reply),
        )
      },
    })

    /** Also remembers callers who are refused because they may not make this call. */
    async function known(
      request: FastifyRequest,
      ...by: Parameters<Authenticate>
    ): Promise<Person | null> {
      const person = await authenticate(...by)
      const entry = open.get(request)
      if (entry) entry.person = person
      return person
    }

    async function logRefusals<T>(request: FastifyRequest, task: () => Promise<T>): Promise<T> {
      try {
        return await task()
      } catch (error) {
        security.record(spec, request, personOf(request), error)
        throw error
      }
    }

    async function answerUpload(personId: string, request: FastifyRequest, reply: FastifyReply) {
      const leave = uploads.take(personId)
      if (!leave) throw new DomainError('too_many_uploads')
      return answer(request, reply).finally(leave)
    }

    /** Judges a request again when its caller's membership has changed since it was admitted. */
    async function judge(request: FastifyRequest): Promise<void> {
      const entry = open.get(request)
      while (entry?.isOutdated) {
        entry.isOutdated = false
        await judgeAgain(request, spec, entry.person ?? null, authenticate)
      }
    }

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const person = personOf(request)
      notePosition(spec, person, reply)
      const multipart = await readBody(spec, request, uploadFolder)
      try {
        // The contract's schemas gave each part its type; the compiler cannot follow them through
        // `C`.
        const input = {
          ...parseInput(spec, request, multipart),
          caller: callerOf(spec, person),
          request,
          reply,
        } as unknown as CallInput<C>
        const run = async () => {
          await judge(request)
          return handle(input)
        }
        const answered = await readInTurn(spec, person?.personId, request, run)
        if (answered === HUNG_UP) return reply.hijack()
        // Who ends their own membership is told that it is done.
        if (spec.status !== 204) await judge(request)
        security.record(spec, request, person)
        if (answered instanceof Streamed) {
          await stream(
            person?.personId ?? clientNetwork(request.ip),
            request,
            reply.status(spec.status),
            answered,
            { judge: () => judge(request), isAdmitted: isAdmitted(spec, person) },
          )
          return reply
        }
        return reply.sent ? reply : reply.status(spec.status).send(answered)
      } catch (error) {
        await judge(request)
        throw error
      } finally {
        await multipart?.discard()
      }
    }
  }
}

/** As `admit` has let them in. */
function callerOf({ needs }: CallSpec, person: Person | null): Person | Caller | null {
  return needs && person ? inWorkspace(person) : person
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
