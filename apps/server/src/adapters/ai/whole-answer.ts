import { AiWriteError } from '../../features/chatbots/reply/ai-reply.ports.ts'
import { isTooDeepOrLong } from '../../platform/json-bounds.ts'
import { readText } from '../../platform/read-text.ts'
import { completionOf, isEventStream } from './event-stream.ts'

/** Far longer than any reply that a model writes for a customer. */
const ANSWER_MAX_BYTES = 256 * 1024
/**
 * Responses contain some dozens. The SDK may spend a thousand times the cost of a value on it, for
 * example on the call of a tool that does not exist.
 */
const BOUNDS = { maxDepth: 32, maxValues: 1000 }

/**
 * A person is waiting for the reply: a longer `retry-after` is dropped, and the SDK retries after
 * its own two seconds.
 */
const LONGEST_WAIT_MS = 5000

/**
 * A `fetch` that reads whole responses before the AI SDK sees them: at most 256 KB and 1,000
 * values, and as one JSON response even where the provider streams without being asked. Of a
 * refusal the SDK sees only the status. Throws AiWriteError; a connection lost during a response is
 * reported as a failed one, which the SDK retries.
 */
export function readAnswersWhole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    // Redirects are not followed: they could send the key to another server.
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
  // Parsed as the SDK does: a number with anything after it, otherwise a date.
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

/** With the message by which the SDK recognises a connection error to retry. */
function brokenOff(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}
