import { reasonParams } from '@kirim/contract/reason-texts'
import type { AiProvider } from '@kirim/contract/settings'
import { onThisMachine } from '@kirim/testing/test-run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessCheck } from '../../features/settings/settings.ports.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { createAiProviders } from './ai-providers.ts'

const KEY = 'sk-test-1234567890abcdef'

/** The reason as a sentence. */
function inWords(result: AccessCheck) {
  return result.kind === 'accepted'
    ? result
    : { kind: result.kind, reason: reasonParams(result.reason).reason }
}

describe('asking a provider whether it takes a key', () => {
  let server: ModelServer

  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.stop())

  const check = async (
    provider: AiProvider = 'openai-compatible',
    apiKey: string | null = KEY,
    signal = AbortSignal.timeout(onThisMachine(60_000)),
  ) => {
    const addresses = {
      openai: `${server.url}/openai`,
      google: `${server.url}/google`,
      anthropic: `${server.url}/anthropic`,
    }
    const baseUrl = provider === 'openai-compatible' ? `${server.url}/v1/` : ''
    const providers = createAiProviders({ fetch, addresses })
    return inWords(await providers.check({ provider, baseUrl, apiKey }, signal))
  }

  test.each<[AiProvider, string, Record<string, string>]>([
    ['openai', '/openai/models', { authorization: `Bearer ${KEY}` }],
    ['google', '/google/models?pageSize=1', { 'x-goog-api-key': KEY }],
    [
      'anthropic',
      '/anthropic/models?limit=1',
      { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    ],
    ['openai-compatible', '/v1/models', { authorization: `Bearer ${KEY}` }],
  ])('%s is asked for its models', async (provider, url, headers) => {
    server.answerWith(200, { data: [] })
    expect(await check(provider)).toEqual({ kind: 'accepted' })
    expect(server.requests.at(-1)).toMatchObject({ url, headers })
    expect(server.requests.at(-1)?.url).not.toContain(KEY)
  })

  test('without a key none is sent', async () => {
    server.answerWith(200, { data: [] })
    expect(await check('openai-compatible', null)).toEqual({ kind: 'accepted' })
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined()
  })

  test.each([
    [{ object: 'list', data: [{ id: 'm' }] }],
    [{ object: 'list', data: null }],
    [{ models: [{ name: 'models/m' }] }],
    [[{ id: 'm' }]],
  ])('%j is an answer of a provider', async (body) => {
    server.answerWith(200, body)
    expect(await check()).toEqual({ kind: 'accepted' })
  })

  test.each<[number, string | object, string]>([
    [401, { error: { message: 'Incorrect API key provided.' } }, 'Incorrect API key provided.'],
    [400, { error: { code: 400, message: 'API key not valid.' } }, 'API key not valid.'],
    [401, { error: 'invalid x-api-key' }, 'invalid x-api-key'],
    [403, { message: 'No access' }, 'No access'],
    [401, { detail: 'Not authenticated' }, 'Not authenticated'],
    [401, 'no words', 'it answered with status 401.'],
    [401, {}, 'it answered with status 401.'],
    [401, { error: { message: `Key ${KEY} is wrong (${KEY})` } }, 'Key … is wrong …'],
    [401, { error: { message: 'Wrong key sk-te****cdef, sk-te...cdef!' } }, 'Wrong key … …'],
    [401, { error: { message: 'x '.repeat(5000) } }, `${'x '.repeat(150)}…`],
  ])('%i %j is a refusal', async (status, body, reason) => {
    server.answerWith(status, body)
    expect(await check()).toEqual({ kind: 'refused', reason })
  })

  test.each<[number, string | object, string]>([
    [500, { error: { message: 'oops' } }, 'it answered with status 500.'],
    [404, '<html>', 'it answered with status 404.'],
    [429, {}, 'it answered with status 429.'],
    [200, '<html>A page</html>', 'the server at this address is not an AI provider.'],
    [200, '', 'the server at this address is not an AI provider.'],
    [200, { hello: 'world' }, 'the server at this address is not an AI provider.'],
    [200, 'x'.repeat(5 * 1024 * 1024), 'the connection failed.'],
  ])('%i with another answer: not reached', async (status, body, reason) => {
    server.answerWith(status, body)
    expect(await check()).toEqual({ kind: 'unreachable', reason })
  })

  test('a redirect is not followed: the key goes nowhere else', async () => {
    server.answerWith(302, '', { location: `${server.url}/elsewhere` })
    expect(await check('anthropic')).toEqual({
      kind: 'unreachable',
      reason: 'it answered with status 302.',
    })
    expect(server.requests.at(-1)?.url).toBe('/anthropic/models?limit=1')
  })

  test('gives up on a provider that never answers or never ends', async () => {
    const requested = Promise.withResolvers<void>()
    server.answerBy(() => requested.resolve())
    const silent = new AbortController()
    const noAnswer = check('openai-compatible', KEY, silent.signal)
    await requested.promise
    silent.abort()
    const givenUp = { kind: 'unreachable', reason: 'it did not answer in time.' }
    expect(await noAnswer).toEqual(givenUp)

    const responding = Promise.withResolvers<void>()
    server.answerBy((response) => {
      response.writeHead(200).write('{"data":[', () => responding.resolve())
    })
    const endless = new AbortController()
    const noEnd = check('openai-compatible', KEY, endless.signal)
    await responding.promise
    endless.abort()
    expect(await noEnd).toEqual(givenUp)
  })

  test('distinguishes a broken connection and a closed port from a refusal', async () => {
    server.answerBy((response) => response.destroy())
    expect(await check()).toEqual({
      kind: 'unreachable',
      reason: 'it closed the connection.',
    })
    const gone = await startModelServer()
    await gone.stop()
    const access = { provider: 'openai-compatible', baseUrl: gone.url, apiKey: KEY } as const
    const result = await createAiProviders({ fetch }).check(
      access,
      AbortSignal.timeout(onThisMachine(60_000)),
    )
    expect(inWords(result)).toEqual({
      kind: 'unreachable',
      reason: 'nothing answers at this address.',
    })
  })

  test.each(['line\nbreak', 'sk-“quoted”', 'with space', '\u0000'])(
    'a key like %j is refused before anything is sent',
    async (apiKey) => {
      const before = server.requests.length
      expect(await check('openai', apiKey)).toEqual({
        kind: 'refused',
        reason: 'it contains characters that an API key cannot have.',
      })
      expect(server.requests).toHaveLength(before)
    },
  )
})
