import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takePreloadedAnswer } from './preloaded-answers.ts'

const CALL = '/api/contacts?limit=1'

function asked(answer: Promise<Response>, at = performance.now()): void {
  vi.stubGlobal('window', { earlyAnswers: { token: 't1', at, answers: new Map([[CALL, answer]]) } })
}

const good = async () => new Response('[]')

beforeEach(() => asked(good()))
afterEach(() => vi.unstubAllGlobals())

it('an answer serves the first call for it, once', async () => {
  expect(await (await takePreloadedAnswer(CALL, 't1'))?.text()).toBe('[]')
  expect(await takePreloadedAnswer(CALL, 't1')).toBeNull()
})

it('another account gets nothing of it, nor does anybody later', async () => {
  expect(await takePreloadedAnswer(CALL, 't2')).toBeNull()
  expect(await takePreloadedAnswer(CALL, 't1')).toBeNull()
})

it('another call gets nothing of it', async () => {
  expect(await takePreloadedAnswer('/api/contacts?limit=50', 't1')).toBeNull()
})

it.each([
  ['a refusal', async () => new Response('', { status: 401 })],
  ['a fault of the network', () => Promise.reject(new TypeError('No network.'))],
])('%s is left to the call itself', async (_name, answer) => {
  asked(answer())
  expect(await takePreloadedAnswer(CALL, 't1')).toBeNull()
})

it('what is old serves nobody', async () => {
  asked(good(), performance.now() - 31_000)
  expect(await takePreloadedAnswer(CALL, 't1')).toBeNull()
})

it('a page whose head asked for nothing goes on without', async () => {
  vi.stubGlobal('window', {})
  expect(await takePreloadedAnswer(CALL, 't1')).toBeNull()
})
