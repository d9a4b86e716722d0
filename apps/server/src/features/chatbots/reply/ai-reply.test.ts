import { createFakeClock } from '@kirim/testing/fake-clock'
import { beforeEach, expect, test } from 'vitest'
import { type AiSource, AiWriteError, type AiWriter } from './ai-reply.ports.ts'
import { createAiReplies } from './ai-reply.ts'

const question = { instruction: 'Be kind.', knowledge: '', history: [], message: 'Hi' }
const openai: AiSource = { provider: 'openai', model: 'm', baseUrl: '', apiKey: 'key' }

let source: AiSource | null
/** Messages left, by month. */
let left: Record<string, number>
let written: Parameters<AiWriter['write']>[0][]
let faults: string[]
let writing: () => string

beforeEach(() => {
  source = openai
  left = { '2026-01': 1, '2026-02': 1 }
  written = []
  faults = []
  writing = () => 'Hello'
})

const clock = createFakeClock(Date.UTC(2026, 0, 31, 23, 59))
const ai = createAiReplies({
  writer: {
    async write(request) {
      written.push(request)
      return writing()
    },
  },
  allowance: {
    source: async () => source,
    take: async (_workspaceId, month) => {
      const rest = left[month] ?? 0
      if (rest > 0) left[month] = rest - 1
      return rest > 0
    },
    refundCall: async (_workspaceId, month) => {
      left[month] = (left[month] ?? 0) + 1
    },
  },
  clock,
  onFault: (_workspaceId, fault) => faults.push(fault),
})

test('writes and counts nothing without a provider', async () => {
  source = null
  expect(await ai('u', question)).toBeNull()
  expect([written, faults, left['2026-01']]).toEqual([[], [], 1])
})

test('refunds a failed call and reports its fault', async () => {
  for (const error of [new AiWriteError('timeout'), new Error('secret')]) {
    writing = () => {
      throw error
    }
    expect(await ai('u', question)).toBeNull()
  }
  expect([faults, left['2026-01']]).toEqual([['timeout', 'internal'], 1])
})

test('calls the provider until the month is used up, and again in the next', async () => {
  expect(await ai('u', question)).toBe('Hello')
  expect(await ai('u', question)).toBeNull()
  expect(written).toEqual([{ ...question, source: openai, maxLength: 1000 }])
  clock.advance(60_000)
  expect(await ai('u', question)).toBe('Hello')
  expect([faults, left]).toEqual([[], { '2026-01': 0, '2026-02': 0 }])
})
