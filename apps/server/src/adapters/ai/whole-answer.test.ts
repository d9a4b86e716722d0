import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { createAiWriter } from './write-with-ai.ts'

const PIECE = 'x'.repeat(64 * 1024)
const STREAM = { 'content-type': 'text/event-stream' }

let provider: ModelServer
beforeEach(async () => {
  provider = await startModelServer()
})
afterEach(() => provider.stop())

/** The reply, or the code of the fault. */
const ask = (withinMs?: number): Promise<string> =>
  createAiWriter({ fetch, ...(withinMs !== undefined && { withinMs }) })
    .write({
      source: {
        provider: 'openai-compatible',
        model: 'local',
        baseUrl: `${provider.url}/v1`,
        apiKey: null,
      },
      instruction: 'Be kind.',
      knowledge: '',
      history: [],
      message: 'Hi',
      maxLength: 1000,
    })
    .catch((error) => error.fault)

const says = (content: string) => ({
  id: '1',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const piece = (content: string, finish_reason: string | null = null) =>
  event({
    id: '1',
    object: 'chat.completion.chunk',
    choices: [{ delta: { content }, finish_reason }],
  })
const DONE = 'data: [DONE]\n\n'

/**
 * Writes as fast as it is read; resolves with the number of bytes once the client has disconnected.
 */
function endless(status: number): Promise<number> {
  return new Promise((told) => {
    provider.answerBy((response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      let written = 0
      const fill = () => {
        if (response.destroyed) return
        written += PIECE.length
        if (response.write(PIECE)) setImmediate(fill)
        else response.once('drain', fill)
      }
      response.once('close', () => told(written))
      fill()
    })
  })
}

describe('an answer without end', () => {
  test('is given up after 256 KB, and the connection closed', async () => {
    const written = endless(200)
    expect(await ask()).toBe('too_large')
    // More was written, into the buffers of both sockets, but not stored.
    expect(await written).toBeLessThan(16 * 1024 * 1024)
    expect(provider.requests).toHaveLength(1)
  })

  test('is given up in a refusal, too', async () => {
    const written = endless(401)
    expect(await ask()).toBe('too_large')
    expect(await written).toBeLessThan(16 * 1024 * 1024)
  })

  test('just below the limit is read', async () => {
    provider.answerWith(200, says('word '.repeat(50_000)))
    expect(await ask()).toMatch(/^word word .*…$/)
  })
})

describe('a provider that streams although it was not asked to', () => {
  const streaming = (text: string) => provider.answerWith(200, text, STREAM)

  test.each([
    ['pieces', piece('Hel') + piece('lo') + DONE, 'Hello'],
    ['no last line, but a reason', piece('Hello') + piece('', 'stop'), 'Hello'],
    [
      'comments, names and usage',
      `: ping\n\nevent: x\n${piece('Hello')}${event({ choices: [] })}${DONE}`,
      'Hello',
    ],
    ['other line ends', (piece('Hel') + piece('lo') + DONE).replaceAll('\n', '\r\n'), 'Hello'],
    ['a thought', piece('<think>hm') + piece('</think>Hello') + DONE, 'Hello'],
    ['one long text', piece('word '.repeat(20_000)) + DONE, 'word word'],
    ['nothing', DONE, 'empty'],
    ['garbage', `${piece('Hel')}data: <html>\n\n${DONE}`, 'unreadable'],
    ['an error', piece('Hel') + event({ error: { message: 'overloaded' } }), 'unreadable'],
    ['more than 256 KB', piece(PIECE).repeat(5) + DONE, 'too_large'],
  ])('%s', async (_what, text, expected) => {
    streaming(text)
    const reply = await ask()
    expect(reply.slice(0, expected === 'word word' ? 9 : undefined)).toBe(expected)
    expect(reply.length).toBeLessThanOrEqual(1000)
    expect(provider.requests).toHaveLength(1)
  })

  test('need not say so, and JSON may come under the name of a stream', async () => {
    provider.answerWith(200, piece('Hello') + DONE, { 'content-type': 'application/json' })
    expect(await ask()).toBe('Hello')
    provider.answerWith(200, says('Hello'), STREAM)
    expect(await ask()).toBe('Hello')
  })

  const begin = (response: ServerResponse) => response.writeHead(200, STREAM).write(piece('Hel'))

  test.each([
    ['ends too early', (response: ServerResponse) => response.end()],
    ['is cut', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  ])('is asked once more when it %s', async (_what, breakOff) => {
    provider.answerBy((response) => {
      begin(response)
      provider.requests.length === 1 ? breakOff(response) : response.end(piece('lo') + DONE)
    })
    expect(await ask()).toBe('Hello')
    expect(provider.requests).toHaveLength(2)
  })

  test('is unreachable when it breaks off twice', async () => {
    provider.answerBy((response) => {
      begin(response)
      response.end()
    })
    expect(await ask()).toBe('unreachable')
    expect(provider.requests).toHaveLength(2)
  })

  test('is given up when it hangs in the middle', async () => {
    provider.answerBy(begin)
    expect(await ask(150)).toBe('timeout')
  })
})

test.each([
  ['<think>secret</think>Hello', 'Hello'],
  ['<thinking>\nsecret\n</thinking>\n\nHello', 'Hello'],
  ['secret</think>Hello', 'Hello'],
  ['Hello <THINK>secret</THINK>there', 'Hello there'],
  ['Hello<think>secret', 'Hello'],
  ['<think>secret', 'empty'],
])('what a local model thinks aloud stays unsaid: %j', async (content, expected) => {
  provider.answerWith(200, says(content))
  expect(await ask()).toBe(expected)
})
