import { pipeline, Readable, Transform } from 'node:stream'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { Semaphore } from 'async-mutex'
import { type Clock, pause } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** S3-compatible object storage. */
export interface S3Access {
  /** Null for AWS itself. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The bucket stands in the path and not in the host's name. */
  readonly pathStyle: boolean
}

export interface S3Patience {
  readonly tries: number
  readonly restMs: number
  /** A try is over when nothing has moved for so long. */
  readonly idleMs: number
  /** For all tries of a call, its file included. */
  readonly allMs: number
}

/** Shorter than the 60 s after which proxies in front of Kirim usually answer in its place. */
export const S3_PATIENCE: S3Patience = { tries: 3, restMs: 500, idleMs: 15_000, allMs: 55_000 }
/** For what is done again later, or can do without an answer. */
export const S3_BRIEF: S3Patience = { tries: 3, restMs: 100, idleMs: 5_000, allMs: 5_000 }

/** Each has a connection. */
export const S3_AT_ONCE = 20

/** Firewalls forget connections that rest, and what is sent on one then gets no answer. */
const FREE_SOCKET_MS = 15_000

const REFUSAL_MAX_BYTES = 64 * 1024

const nothing = () => {}
/** Without one of ours it writes warnings to the console. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

type Sdk = typeof import('@aws-sdk/client-s3')

/** Evaluating it takes some 80 ms: a start does so before it listens. */
export const loadS3 = (): Promise<Sdk> => import('@aws-sdk/client-s3')

interface CallDeps {
  readonly access: S3Access
  readonly patience: S3Patience
  readonly clock: Clock
  readonly log: Log
  /** Once it aborts, nothing is waited for any more. */
  readonly stopping: AbortSignal
}

/** One try of a call. */
export interface S3Try {
  readonly sdk: Sdk
  readonly client: S3Client
  readonly abortSignal: AbortSignal
  /** To be called while content comes or goes. */
  moved(): void
}

/**
 * Calls of one bucket. Each try is a new call, since what was half sent or half read cannot go on.
 * Throws `media_storage_away` when the last one fails.
 */
export function createS3Calls({ access, patience, clock, log, stopping }: CallDeps) {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null
  const places = new Semaphore(S3_AT_ONCE)

  async function open() {
    const sdk = await loadS3()
    const client = new sdk.S3Client({
      region: access.region,
      forcePathStyle: access.pathStyle,
      ...(access.endpoint !== null && { endpoint: access.endpoint }),
      credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
      maxAttempts: 1,
      logger: SILENT,
      // Not every compatible server knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5_000,
        httpAgent: { maxSockets: S3_AT_ONCE, timeout: FREE_SOCKET_MS },
        httpsAgent: { maxSockets: S3_AT_ONCE, timeout: FREE_SOCKET_MS },
      },
    })
    // The client reads answers into memory, refusals too, however long they are.
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args)
          bound(result.response as Answer, commandName === 'DeleteObjectCommand')
          return result
        },
      { step: 'deserialize', priority: 'low', name: 'boundedAnswers' },
    )
    return { sdk, client }
  }

  /** Waits for a connection, which the client would count as failing; throws once it is over. */
  async function place(over: AbortSignal): Promise<() => void> {
    over.throwIfAborted()
    const turn = places.acquire()
    const gone = Promise.withResolvers<never>()
    const leave = () => gone.reject(over.reason)
    over.addEventListener('abort', leave)
    try {
      const [, release] = await Promise.race([turn, gone.promise])
      return release
    } catch (error) {
      // Its turn still comes.
      void turn.then(([, release]) => release())
      throw error
    } finally {
      over.removeEventListener('abort', leave)
    }
  }

  async function once<T>(act: (once: S3Try) => Promise<T>, idleMs: number, overall: AbortSignal) {
    opened ??= open()
    const { sdk, client } = await opened
    const over = AbortSignal.any([overall, stopping])
    const release = await place(over)
    const idle = new AbortController()
    const watch = () => clock.after(idleMs, () => idle.abort(new Error('nothing moves')))
    let cancel = watch()
    const moved = () => {
      cancel()
      cancel = watch()
    }
    const abortSignal = AbortSignal.any([idle.signal, over])
    try {
      return await act({ sdk, client, abortSignal, moved })
    } finally {
      cancel()
      release()
    }
  }

  return async function call<T>(
    act: (once: S3Try) => Promise<T>,
    { tries: triesMax, restMs, idleMs, allMs } = patience,
  ): Promise<T> {
    const overall = new AbortController()
    const cancel = clock.after(allMs, () => overall.abort(new Error('too slow')))
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(act, idleMs, overall.signal)
        } catch (error) {
          const { name = '', $metadata } = error as Partial<S3ServiceException>
          const status = $metadata?.httpStatusCode
          const isOver = overall.signal.aborted || stopping.aborted
          if (tries < triesMax && mayPass(status) && !isOver) {
            await pause(clock, restMs * tries, stopping)
            continue
          }
          log.warn({ name, status, tries }, 'the storage of media did not answer')
          throw new DomainError('media_storage_away')
        }
      }
    } finally {
      cancel()
    }
  }
}

interface Answer {
  readonly statusCode: number
  body?: unknown
}

/**
 * Its body fails when it is longer than any file, or than any refusal. A storage that has erased
 * says nothing: what says more is something else.
 */
function bound(answer: Answer, isOfErasing: boolean): void {
  const { statusCode, body } = answer
  if (!(body instanceof Readable)) return
  const longest = isOfErasing ? 0 : MEDIA_MAX_BYTES
  let left = statusCode < 300 ? longest : REFUSAL_MAX_BYTES
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(left < 0 ? new Error('The answer is too long.') : null, chunk)
    },
  })
  // Whoever reads it is told of an error.
  answer.body = pipeline(body, bounded, () => {})
}

/** A lost connection has no status. */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 429 || status === 408 || status < 300
}
