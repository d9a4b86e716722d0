import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { isTooDeepOrLong } from '../../platform/json-bounds.ts'

/** For one event, which contains a few letters. */
const BOUNDS = { maxDepth: 32, maxValues: 1000 }

/** One event of a streamed chat completion; usage events have no choice. */
const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
})

/** Whether a body is server-sent events, whatever its content type claims. */
export function isEventStream(body: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(body)
}

/**
 * The chat completion assembled from a stream; `cut` when it stops before its end, null when it is
 * invalid.
 */
export function completionOf(body: string): object | 'cut' | null {
  let content = ''
  let reason: string | null = null
  for (const data of dataOf(body)) {
    if (data === '[DONE]') return completion(content, reason ?? 'stop')
    const choice = choiceOf(data)
    if (choice === null) return null
    content += choice?.delta?.content ?? ''
    reason = choice?.finish_reason ?? reason
  }
  return reason === null ? 'cut' : completion(content, reason)
}

function dataOf(body: string): string[] {
  const data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  // After each lone carriage return the parser would search the whole rest for line ends.
  const lines = body.replace(/\r\n?/g, '\n')
  // An empty line ends an event; some servers omit the last one.
  parser.feed(`${lines}\n\n`)
  return data
}

/**
 * The first choice of an event; undefined when it has none, null when the event is not a
 * completion.
 */
function choiceOf(data: string) {
  if (isTooDeepOrLong(Buffer.from(data), BOUNDS)) return null
  try {
    return Chunk.parse(JSON.parse(data)).choices[0]
  } catch {
    return null
  }
}

function completion(content: string, reason: string): object {
  const message = { role: 'assistant', content }
  return {
    id: 'streamed',
    object: 'chat.completion',
    created: 0,
    model: '',
    choices: [{ index: 0, message, finish_reason: reason }],
  }
}
