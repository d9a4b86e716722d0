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

/** Of one file, each with the next of the hosts that the network names. */
const TRIES = 3
/** For a host that takes the file at once and thinks. */
const ANSWER_MS = 30_000
/** A line that is slower than this takes too long to wait for. */
const BYTES_PER_MS = 64
/** After this many files in a row without an answer the hosts count as away. */
const SILENT_FILES = 2
const PAUSE_MS = 1000
/** A network that names no host does not do so a moment later. */
const PAUSE_WITHOUT_HOSTS_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024
const LONGEST_ADDRESS = 4096

const Address = z.optional(z.string().check(z.maxLength(LONGEST_ADDRESS)))
const Answer = z
  .object({ url: Address, direct_path: Address })
  .check(z.refine(({ url, direct_path }) => Boolean(url || direct_path)))

/** No host took the file; all that were tried may have been silent. */
export class UploadFailed extends Error {
  readonly isSilence: boolean

  constructor(isSilence: boolean, options: ErrorOptions) {
    super('No media host took the file.', options)
    this.isSilence = isSilence
  }
}

/** A host used up its time limit. */
class HostSilent extends Error {}

/** The media hosts are silent, whatever is uploaded. */
export function isMediaHostAway(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'media_host_away'
}

interface UploadDeps {
  /** Throws `NoMediaHosts` when the network names none, and something else without an answer. */
  hosts(anew: boolean): Promise<MediaHosts>
  /** The way out, unless it is direct. */
  readonly agent?: Agent | undefined
  readonly clock: Clock
  /** The session is over: nothing more is uploaded for it. */
  readonly over: AbortSignal
}

/**
 * Uploads a file that the driver has encrypted to the network's media hosts. Every try ends, and so
 * do the tries: then it throws `UploadFailed`. A network that names no host has been tried as well.
 * From the second file in a row that hosts are silent about it throws `media_host_away`, and tries
 * each once, until a host takes one. Throws something else when the network does not answer at all,
 * while its proxy is down, and when the session is over.
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
  for (let tried = 0; tried < tries; tried += 1) {
    const pauseMs = cause instanceof NoMediaHosts ? PAUSE_WITHOUT_HOSTS_MS : PAUSE_MS
    await pause(clock, tried * pauseMs, over)
    over.throwIfAborted()
    // The hosts may have changed, or the leave to write to them ended.
    const hosts = await deps.hosts(tried > 0).catch(unlessNoneNamed)
    if (hosts instanceof NoMediaHosts) {
      cause = hosts
      continue
    }
    const { hostnames, auth } = hosts
    const hostname = hostnames[tried % hostnames.length]
    const query = new URLSearchParams({ auth, token: name })
    const url = `https://${hostname}${folder}/${name}?${query}`
    try {
      const { url: mediaUrl = '', direct_path: directPath = '' } = await limited(
        deps,
        size,
        (signal) => post(new URL(url), { filePath, size, agent: deps.agent, signal }),
      )
      return { mediaUrl, directPath }
    } catch (error) {
      over.throwIfAborted()
      if (error instanceof HostSilent) silences += 1
      // The way out is closed: what is to be sent waits for it, and nobody fails.
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

/** One try, which ends when it takes too long, or when the session is over. */
async function limited<T>(
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

interface Sent {
  readonly filePath: string
  readonly size: number
  readonly agent: Agent | undefined
  readonly signal: AbortSignal
}

/**
 * The driver removes the file as soon as this is over. So it is opened first: a stream that opened
 * it by itself might not find it any more, and fail when nobody listens.
 */
async function post(url: URL, sent: Sent): Promise<z.infer<typeof Answer>> {
  const file = await open(sent.filePath)
  try {
    return await postStream(url, file.createReadStream(), sent)
  } finally {
    await file.close()
  }
}

async function postStream(
  url: URL,
  body: Readable,
  { size, agent, signal }: Sent,
): Promise<z.infer<typeof Answer>> {
  const sending = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': size,
      origin: DEFAULT_ORIGIN,
    },
    // An idle socket of Node's own agent is given up after five seconds.
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

/** The answer counts, whatever becomes of the rest of the file. */
function answerTo(sending: ClientRequest, body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    body.on('error', (error) => sending.destroy(error))
    sending.on('close', () => body.destroy())
    sending.on('error', reject).on('response', (answer) => bounded(answer).then(resolve, reject))
    body.pipe(sending)
  })
}

async function bounded(answer: IncomingMessage): Promise<string> {
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
