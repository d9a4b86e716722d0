import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { slowestAnswers, slowestReplies } from '@kirim/testing/slow-answers'
import { describe, expect, test } from 'vitest'
import { createAiProviders } from '../adapters/ai/ai-providers.ts'
import { createAiWriter } from '../adapters/ai/write-with-ai.ts'
import { createWebCaller } from '../adapters/web-call/web-caller.ts'
import { textAt } from '../features/chatbots/api-rest/fetch-api-values.ts'

const KB = 1024

/** Calls a server that answers with `body`; measures how long processing blocks others. */
type Ask = (fetch: typeof globalThis.fetch) => Promise<unknown>

async function holdsNobody(ask: Ask, answers: [string, string][], statuses = [200]) {
  // The first call also loads libraries, which is not measured.
  await ask(async () => new Response('{}')).catch(() => null)
  for (const [what, body] of answers) {
    for (const status of statuses) {
      const step = await longestBlockMsBestOf3(() =>
        ask(async () => new Response(body, { status })).catch(() => null),
      )
      expect([what, body.length, status, step < BLOCK_MAX_MS || step]).toEqual([
        what,
        body.length,
        status,
        true,
      ])
    }
  }
}

const askForReply =
  (provider: 'openai' | 'google' | 'anthropic' | 'openai-compatible'): Ask =>
  (fetch) =>
    createAiWriter({ fetch }).write({
      source: { provider, model: 'a', baseUrl: 'https://ai.test/v1', apiKey: 'a' },
      instruction: '',
      knowledge: '',
      history: [],
      message: 'Hi',
      maxLength: 4000,
    })

describe('no answer of somebody else holds up the server:', () => {
  describe.each(['openai', 'google', 'anthropic', 'openai-compatible'] as const)(
    'a reply of %s',
    (provider) => {
      const ask = askForReply(provider)

      test('of the worst texts', () => holdsNobody(ask, slowestReplies(provider, 256 * KB)))

      // The shorter ones have about as many values as a reply may have.
      test.each([256, 24, 12, 6])('of long lists in %d KB', (size) =>
        holdsNobody(ask, slowestAnswers('lists', size * KB)),
      )
    },
  )

  test('a reply that is a stream', () =>
    holdsNobody(askForReply('openai-compatible'), slowestAnswers('streams', 256 * KB)))

  test('a reply that is none', () =>
    holdsNobody(askForReply('openai-compatible'), slowestAnswers('json', 256 * KB), [200, 400]))

  test.each([2048, 512, 256, 128])('what a key is answered, in %d KB', (size) => {
    const ask: Ask = (fetch) =>
      createAiProviders({ fetch }).check(
        { provider: 'openai', baseUrl: '', apiKey: 'a' },
        new AbortController().signal,
      )
    return holdsNobody(ask, slowestAnswers('json', size * KB), [200, 400])
  })

  test.each([256, 96, 48, 32])('what an API answers, in %d KB', (size) => {
    const ask: Ask = async (fetch) => {
      const request = { method: 'GET', url: 'https://api.test/', headers: [], body: null } as const
      const { json } = await createWebCaller(fetch).call(request)
      return textAt(json, [])
    }
    return holdsNobody(ask, slowestAnswers('json', size * KB))
  })
})
