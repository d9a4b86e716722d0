import { AiWriteError } from '../../features/chatbots/reply/ai-reply.ports.ts'
import { isTooDeepOrLong } from '../../platform/json-bounds.ts'
import { readText } from '../../platform/read-text.ts'
import { completionOf, isEventStream } from './event-stream.ts'

/** Far more than a reply can hold: what is longer was not written by a model for a customer. */
const ANSWER_MAX_BYTES = 256 * 1024
/**
 * Answers hold some dozens. What the SDK makes of one value, such as the call of a tool that nobody
 * offered, costs up to a thousand times what it cost to be sent.
 */
const BOUNDS = { maxDepth: 32, maxValues: 1000 }

/**
 * A person is waiting for the reply: a longer `retry-after` is dropped, and the SDK retries after
 * its own two seconds.
 */
const LONGEST_WAIT_MS = 5000

/**
 * `fetch` whose answers are read to their end before the AI SDK sees them: within 256 KB and 1,000
 * values, and as one JSON answer also where the provider streams although it was not asked to. Of a
 * refusal it sees the status alone. Throws AiWriteError; a connection that breaks within an answer
 * is told as one that failed, which the SDK tries again.
 */
export function readAnswersWhole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    // A redirect could carry the key to somebody else, so it is not followed.
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const text = await readAnswer(response, init?.signal)
    return new Response(response.ok ? asOneAnswer(text) : null, {
      status: response.status,
      headers: withoutLongWait(new Headers([...response.headers])),
    })
  }
}

function withoutLongWait(headers: Headers): Headers {
  const asked = headers.get('retry-after') ?? ''
  // As the SDK reads them: a number with whatever behind it, else a date.
  const seconds = Number.parseFloat(asked)
  const waitMs = Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : seconds * 1000
  if (waitMs > LONGEST_WAIT_MS) headers.delete('retry-after')
  const inMs = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (inMs > LONGEST_WAIT_MS) headers.delete('retry-after-ms')
  return headers
}

async function readAnswer(response: Response, signal: AbortSignal | null | undefined) {
  try {
    return await readText(response, ANSWER_MAX_BYTES, () => new AiWriteError('too_large'))
  } catch (error) {
    if (error instanceof AiWriteError || signal?.aborted) throw error
    throw brokenOff(error)
  }
}

function asOneAnswer(text: string): string {
  if (isEventStream(text)) return streamed(text)
  if (isTooDeepOrLong(Buffer.from(text), BOUNDS)) throw new AiWriteError('too_large')
  return text
}

function streamed(text: string): string {
  const completion = completionOf(text)
  if (completion === null) throw new AiWriteError('unreadable')
  if (completion === 'cut') throw brokenOff(new Error('The stream has no end.'))
  return JSON.stringify(completion)
}

/** In the words by which the SDK knows a connection that may be tried again. */
function brokenOff(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}
