import { open, stat } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DEFAULT_ORIGIN, MEDIA_PATH_MAP, type WAMediaUploadFunction } from 'baileys'
import * as z from 'zod/mini'
import { ProxyFault } from '../../../features/devices/proxy/proxy.ports.ts'
import { type Clock, pause } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { type MediaHosts, NoMediaHosts } from './media-hosts.ts'

/** Attempts per file, each with the next host. */
const TRIES = 3
/** Time for the host to answer after the file has arrived. */
const ANSWER_MS = 30_000
/** The slowest upload rate that is waited for. */
const BYTES_PER_MS = 64
/** After this many files in a row without an answer, the hosts count as unavailable. */
const SILENT_FILES = 2
const PAUSE_MS = 1000
/** Longer, because the network rarely names a host a moment later. */
const PAUSE_WITHOUT_HOSTS_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024
const LONGEST_ADDRESS = 4096

const Address = z.optional(z.string().check(z.maxLength(LONGEST_ADDRESS)))
const Answer = z
  .object({ url: Address, direct_path: Address })
  .check(z.refine(({ url, direct_path }) => Boolean(url || direct_path)))

/** No host accepted the file. */
export class UploadFailed extends Error {
  readonly isSilence: boolean

  constructor(isSilence: boolean, options: ErrorOptions) {
    super('No media host took the file.', options)
    this.isSilence = isSilence
  }
}

/** A host did not answer in time. */
class HostSilent extends Error {}

/** Whether the media hosts do not answer at all. */
export function isMediaHostAway(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'media_host_away'
}

interface UploadDeps {
  /** Throws `NoMediaHosts` if the network names none, and another error without an answer. */
  hosts(anew: boolean): Promise<MediaHosts>
  /** Set when connecting through a proxy. */
  readonly agent?: Agent | undefined
  readonly clock: Clock
  /** Aborted when the session ends. */
  readonly over: AbortSignal
}

/**
 * Uploads an encrypted file to the network's media hosts. Each attempt has a time limit; after the
 * last one it throws `UploadFailed`. From the second file in a row without an answer it throws
 * `media_host_away`, with one attempt per file, until a host accepts one. Other errors mean that
 * the network does not answer, the proxy is down, or the session has ended.
 */
export function createMediaUpload(deps: UploadDeps): WAMediaUploadFunction {
  let silentFiles = 0
  return async (filePath, { mediaType, fileEncSha256B64 }) => {
    const { size } = await stat(filePath)
    const name = Buffer.from(fileEncSha256B64, 'base64').toString('base64url')
    const file = { filePath, size, name, folder: MEDIA_PATH_MAP[mediaType] ?? '' }
    try {
      const place = await uploadFile(deps, file, silentFiles < SILENT_FILES ? TRIES : 1)
      silentFiles = 0
      return place
    } catch (error) {
      if (!(error instanceof UploadFailed)) throw error
      silentFiles = error.isSilence ? silentFiles + 1 : 0
      throw silentFiles < SILENT_FILES ? error : new DomainError('media_host_away')
    }
  }
}

interface EncryptedFile {
  readonly filePath: string
  readonly size: number
  readonly name: string
  readonly folder: string
}

async function uploadFile(
  deps: UploadDeps,
  { filePath, size, name, folder }: EncryptedFile,
  tries: number,
): Promise<{ mediaUrl: string; directPath: string }> {
  const { clock, over } = deps
  let silences = 0
  let cause: unknown
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const pauseMs = cause instanceof NoMediaHosts ? PAUSE_WITHOUT_HOSTS_MS : PAUSE_MS
    await pause(clock, attempt * pauseMs, over)
    over.throwIfAborted()
    // The hosts may have changed, or the authorization may have expired.
    const hosts = await deps.hosts(attempt > 0).catch(unlessNoneNamed)
    if (hosts instanceof NoMediaHosts) {
      cause = hosts
      continue
    }
    const { hostnames, auth } = hosts
    const hostname = hostnames[attempt % hostnames.length]
    const query = new URLSearchParams({ auth, token: name })
    const url = `https://${hostname}${folder}/${name}?${query}`
    try {
      const { url: mediaUrl = '', direct_path: directPath = '' } = await withTimeLimit(
        deps,
        size,
        (signal) => post(new URL(url), { filePath, size, agent: deps.agent, signal }),
      )
      return { mediaUrl, directPath }
    } catch (error) {
      over.throwIfAborted()
      if (error instanceof HostSilent) silences += 1
      // The proxy is down: the message waits and does not fail.
      if (error instanceof ProxyFault && error.kind !== 'blocks') throw error
      cause = error
    }
  }
  throw new UploadFailed(silences === tries, { cause })
}

function unlessNoneNamed(error: unknown): NoMediaHosts {
  if (error instanceof NoMediaHosts) return error
  throw error
}

/** Runs one attempt with a time limit; it also ends with the session. */
async function withTimeLimit<T>(
  { clock, over }: UploadDeps,
  size: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const cancel = clock.after(ANSWER_MS + size / BYTES_PER_MS, () => late.abort())
  try {
    return await act(AbortSignal.any([late.signal, over]))
  } catch (cause) {
    throw late.signal.aborted ? new HostSilent('The host is silent.', { cause }) : cause
  } finally {
    cancel()
  }
}

interface UploadRequest {
  readonly filePath: string
  readonly size: number
  readonly agent: Agent | undefined
  readonly signal: AbortSignal
}

/**
 * The driver deletes the file when this returns. The file is opened first, because a stream that
 * opens it later could fail without a listener.
 */
async function post(url: URL, upload: UploadRequest): Promise<z.infer<typeof Answer>> {
  const file = await open(upload.filePath)
  try {
    return await postStream(url, file.createReadStream(), upload)
  } finally {
    await file.close()
  }
}

async function postStream(
  url: URL,
  body: Readable,
  { size, agent, signal }: UploadRequest,
): Promise<z.infer<typeof Answer>> {
  const sending = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': size,
      origin: DEFAULT_ORIGIN,
    },
    // Node's own agent gives up an idle socket after five seconds.
    timeout: 0,
    signal,
    ...(agent && { agent }),
  })
  try {
    return Answer.parse(JSON.parse(await answerTo(sending, body)))
  } finally {
    if (!sending.writableFinished) sending.destroy()
  }
}

/** Resolves with the answer, even if the rest of the file was not sent. */
function answerTo(sending: ClientRequest, body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    body.on('error', (error) => sending.destroy(error))
    sending.on('close', () => body.destroy())
    sending
      .on('error', reject)
      .on('response', (answer) => readBounded(answer).then(resolve, reject))
    body.pipe(sending)
  })
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  let bytes = 0
  return text(
    (async function* () {
      for await (const chunk of answer) {
        bytes += chunk.length
        if (bytes > ANSWER_MAX_BYTES) throw new Error('The answer is too long.')
        yield chunk
      }
    })(),
  )
}
