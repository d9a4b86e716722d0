import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takePreloadedAnswer } from './preloaded-answers.ts'

const CALL = '/api/contacts?limit=1'
const { signal: goingOn } = new AbortController()

function asked(answer: Promise<Response>, at = performance.now()): void {
  vi.stubGlobal('window', { earlyAnswers: { token: 't1', at, answers: new Map([[CALL, answer]]) } })
}

const good = async () => new Response('[]')

beforeEach(() => asked(good()))
afterEach(() => vi.unstubAllGlobals())

it('a preloaded answer is used once, by the first matching call', async () => {
  expect(await (await takePreloadedAnswer(CALL, 't1', goingOn))?.text()).toBe('[]')
  expect(await takePreloadedAnswer(CALL, 't1', goingOn)).toBeNull()
})

it('another account never gets it', async () => {
  expect(await takePreloadedAnswer(CALL, 't2', goingOn)).toBeNull()
  expect(await takePreloadedAnswer(CALL, 't1', goingOn)).toBeNull()
})

it('another call does not get it', async () => {
  expect(await takePreloadedAnswer('/api/contacts?limit=50', 't1', goingOn)).toBeNull()
})

it.each([
  ['a refusal', async () => new Response('', { status: 401 })],
  ['a fault of the network', () => Promise.reject(new TypeError('No network.'))],
])('%s is left to the call itself', async (_name, answer) => {
  asked(answer())
  expect(await takePreloadedAnswer(CALL, 't1', goingOn)).toBeNull()
})

it('an old answer is not used', async () => {
  asked(good(), performance.now() - 31_000)
  expect(await takePreloadedAnswer(CALL, 't1', goingOn)).toBeNull()
})

it('a page without preloaded answers works', async () => {
  vi.stubGlobal('window', {})
  expect(await takePreloadedAnswer(CALL, 't1', goingOn)).toBeNull()
})
