import { createDecipheriv } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DEFAULT_ORIGIN, getMediaKeys, getUrlFromDirectPath, type proto } from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'

/** The MAC at the end of an encrypted file. */
const MAC_BYTES = 10

/**
 * Downloads and decrypts a history file, which the phone has uploaded to the network's media hosts.
 * The driver's own download continues after it was aborted, and crashes the process when the
 * connection breaks.
 */
export async function downloadHistory(
  { mediaKey, directPath }: proto.Message.IHistorySyncNotification,
  dispatcher: ThroughProxy['dispatcher'] | null,
  signal: AbortSignal,
): Promise<Readable> {
  // The driver appends it to a host name.
  if (!directPath?.startsWith('/')) throw new Error('A part of the history has no path.')
  const { iv, cipherKey } = await getMediaKeys(mediaKey, 'md-msg-hist')
  const answer = await fetch(getUrlFromDirectPath(directPath), {
    headers: { Origin: DEFAULT_ORIGIN },
    signal,
    ...(dispatcher && { dispatcher }),
  })
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    throw new Error(`A part of the history was answered ${answer.status}.`)
  }
  // Destroying the stream aborts the request.
  return pipeline(
    Readable.fromWeb(answer.body as ReadableStream<Uint8Array>),
    withoutMac,
    createDecipheriv('aes-256-cbc', cipherKey, iv),
    // Errors reach the reader.
    () => {},
  )
}

async function* withoutMac(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let tail = Buffer.alloc(0)
  for await (const part of parts) {
    const all = Buffer.concat([tail, part])
    const length = Math.max(0, all.length - MAC_BYTES)
    tail = all.subarray(length)
    yield all.subarray(0, length)
  }
}
