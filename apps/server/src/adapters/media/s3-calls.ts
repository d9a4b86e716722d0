import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { Clock } from '../../platform/clock.ts'
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

/**
 * The limit of a call with all its attempts: below the 60 s after which proxies in front of Kirim
 * usually answer in its place.
 */
export const S3_LIMIT_MS = 55_000
/** For calls that are repeated later, or that have a fallback. */
export const S3_BRIEF_LIMIT_MS = 5_000

const ATTEMPTS = 3
/** An attempt fails when its connection is idle for this long. */
const IDLE_MS = 15_000
const CONNECTIONS_MAX = 20
/** Firewalls forget idle connections, and a request on one then gets no answer. */
const FREE_SOCKET_MS = 15_000

const nothing = () => {}
/** Without a logger the client writes warnings to the console. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

type Sdk = typeof import('@aws-sdk/client-s3')

/** Evaluating it takes some 80 ms: a start does so before it listens. */
export const loadS3 = (): Promise<Sdk> => import('@aws-sdk/client-s3')

export interface S3CallDeps {
  readonly access: S3Access
  readonly clock: Clock
  readonly log: Log
  readonly idleMs?: number
}

export interface S3Call {
  readonly sdk: Sdk
  readonly client: S3Client
  readonly abortSignal: AbortSignal
}

/**
 * Calls of one bucket, which fail with `media_storage_away`. The client retries requests; a file
 * that breaks off while it is read is not read again. Once `stopping` aborts, all calls fail.
 */
export function createS3Calls(
  { access, clock, log, idleMs = IDLE_MS }: S3CallDeps,
  stopping: AbortSignal,
) {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null

  async function open() {
    const sdk = await loadS3()
    const client = new sdk.S3Client({
      region: access.region,
      forcePathStyle: access.pathStyle,
      ...(access.endpoint !== null && { endpoint: access.endpoint }),
      credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
      maxAttempts: ATTEMPTS,
      logger: SILENT,
      // Not every compatible server knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        socketTimeout: idleMs,
        httpAgent: { maxSockets: CONNECTIONS_MAX, timeout: FREE_SOCKET_MS },
        httpsAgent: { maxSockets: CONNECTIONS_MAX, timeout: FREE_SOCKET_MS },
      },
    })
    return { sdk, client }
  }

  return async function call<T>(
    act: (call: S3Call) => Promise<T>,
    limitMs = S3_LIMIT_MS,
  ): Promise<T> {
    const limit = new AbortController()
    const cancel = clock.after(limitMs, () => limit.abort(new Error('too slow')))
    const abortSignal = AbortSignal.any([limit.signal, stopping])
    try {
      opened ??= open()
      return await act({ ...(await opened), abortSignal })
    } catch (error) {
      const { name = '', $metadata } = error as Partial<S3ServiceException>
      const { httpStatusCode: status, attempts } = $metadata ?? {}
      log.warn({ name, status, attempts }, 'the media storage did not answer')
      throw new DomainError('media_storage_away')
    } finally {
      cancel()
    }
  }
}
