import { AiWriteError } from '../../features/chatbots/reply/ai-reply.ports.ts'
import { isTooDeepOrLong } from '../../platform/json-bounds.ts'
import { readText } from '../../platform/read-text.ts'

/** Far longer than any reply that a model writes for a customer. */
const ANSWER_MAX_BYTES = 256 * 1024
/**
 * A response contains some dozens of values. The SDK can spend a thousand times as long on a value
 * as parsing takes, for example on a call of an unknown tool.
 */
const BOUNDS = { maxDepth: 32, maxValues: 1000 }

/**
 * A `fetch` that reads whole responses before the AI SDK sees them: at most 256 KB and 1,000
 * values. Of a refusal the SDK sees only the status. Throws AiWriteError; a connection lost during
 * a response is reported as a failed one, which the SDK retries.
 */
export function readAnswersWhole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    // Redirects are not followed: they could send the key to another server.
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const text = await readAnswer(response, init?.signal)
    if (!response.ok) return new Response(null, { status, headers })
    if (isTooDeepOrLong(Buffer.from(text), BOUNDS)) throw new AiWriteError('too_large')
    return new Response(text, { status, headers })
  }
}

async function readAnswer(response: Response, signal: AbortSignal | null | undefined) {
  try {
    return await readText(response, ANSWER_MAX_BYTES, () => new AiWriteError('too_large'))
  } catch (error) {
    if (error instanceof AiWriteError || signal?.aborted) throw error
    // With the message by which the SDK recognises a connection error to retry.
    throw new TypeError('fetch failed', { cause: error })
  }
}
