import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
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
  /** For one try of one call, its file included. */
  readonly tryMs: number
}

export const S3_PATIENCE: S3Patience = { tries: 3, restMs: 500, tryMs: 30_000 }

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

/**
 * Calls of one bucket. Each try is a new call, since what was half sent or half read cannot go on.
 * Throws `media_storage_away` when the last one fails.
 */
export function createS3Calls({ access, patience, clock, log, stopping }: CallDeps) {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null

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
        httpAgent: { maxSockets: 20 },
        httpsAgent: { maxSockets: 20 },
      },
    })
    return { sdk, client }
  }

  async function once<T>(act: (sdk: Sdk, client: S3Client, signal: AbortSignal) => Promise<T>) {
    opened ??= open()
    const { sdk, client } = await opened
    const over = new AbortController()
    const cancel = clock.after(patience.tryMs, () => over.abort(new Error('too slow')))
    try {
      return await act(sdk, client, AbortSignal.any([over.signal, stopping]))
    } finally {
      cancel()
    }
  }

  return async function call<T>(
    act: (sdk: Sdk, client: S3Client, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(act)
      } catch (error) {
        const { name = '', $metadata } = error as Partial<S3ServiceException>
        const status = $metadata?.httpStatusCode
        if (tries < patience.tries && mayPass(status) && !stopping.aborted) {
          await pause(clock, patience.restMs * tries, stopping)
          continue
        }
        log.warn({ name, status, tries }, 'the storage of media did not answer')
        throw new DomainError('media_storage_away')
      }
    }
  }
}

/** A lost connection has no status. */
function mayPass(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 429 || status === 408 || status < 300
}
