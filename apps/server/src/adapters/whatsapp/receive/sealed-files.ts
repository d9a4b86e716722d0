import { createDecipheriv } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DEFAULT_ORIGIN, type getMediaKeys } from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'

/** The MAC at the end of an encrypted file. */
const MAC_BYTES = 10

/** The host answered with another status than 200. */
export class NotServed extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The media host answered ${status}.`)
    this.status = status
  }
}

/**
 * Downloads and decrypts a file of the network's media hosts. The driver's own download continues
 * after it was aborted, and crashes the process when the connection breaks.
 */
export async function openSealed(
  url: string,
  { iv, cipherKey }: Awaited<ReturnType<typeof getMediaKeys>>,
  dispatcher: ThroughProxy['dispatcher'] | null,
  signal: AbortSignal,
): Promise<Readable> {
  const answer = await fetch(url, {
    headers: { Origin: DEFAULT_ORIGIN },
    signal,
    ...(dispatcher && { dispatcher }),
  })
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    throw new NotServed(answer.status)
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
