import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { createAiWriter } from './write-with-ai.ts'

const PIECE = 'x'.repeat(64 * 1024)

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
  test('is aborted after 256 KB, and the connection is closed', async () => {
    const written = endless(200)
    expect(await ask()).toBe('too_large')
    // More was written, into the buffers of both sockets, but not stored.
    expect(await written).toBeLessThan(16 * 1024 * 1024)
    expect(provider.requests).toHaveLength(1)
  })

  test('is also aborted in a refusal', async () => {
    const written = endless(401)
    expect(await ask()).toBe('too_large')
    expect(await written).toBeLessThan(16 * 1024 * 1024)
  })

  test('just below the limit is read', async () => {
    provider.answerWith(200, says('word '.repeat(50_000)))
    expect(await ask()).toMatch(/^word word .*…$/)
  })
})

test('retries once after a response that breaks off', async () => {
  provider.answerBy((response) => {
    if (provider.requests.length > 1) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(says('Hello')))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write('{"choices":')
    response.socket?.resetAndDestroy()
  })
  expect(await ask()).toBe('Hello')
  expect(provider.requests).toHaveLength(2)
})

test('times out when a response hangs', async () => {
  provider.answerBy((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
  })
  expect(await ask(150)).toBe('timeout')
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
