import { createDecipheriv } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DEFAULT_ORIGIN, getMediaKeys, getUrlFromDirectPath, type proto } from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'

/** What follows the ciphertext in a file of the network. */
const MAC_BYTES = 10

/**
 * The content of a file of history, which the phone keeps with the network's media. The driver's
 * own download goes on after it was given up, and ends the process when the line breaks.
 */
export async function downloadHistory(
  { mediaKey, directPath }: proto.Message.IHistorySyncNotification,
  dispatcher: ThroughProxy['dispatcher'] | null,
  signal: AbortSignal,
): Promise<Readable> {
  // It is appended to a host's name.
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
  // Whoever gives up reading it ends the request as well.
  return pipeline(
    Readable.fromWeb(answer.body as ReadableStream<Uint8Array>),
    withoutMac,
    createDecipheriv('aes-256-cbc', cipherKey, iv),
    // What goes wrong reaches whoever reads.
    () => {},
  )
}

async function* withoutMac(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const part of parts) {
    const all = Buffer.concat([held, part])
    const length = Math.max(0, all.length - MAC_BYTES)
    held = all.subarray(length)
    yield all.subarray(0, length)
  }
}
