import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { busBetween } from '../../testing/bus-between.ts'
import { DomainError } from '../errors.ts'
import { createLog } from '../log.ts'
import { NO_OTHERS, type NodeBus } from './node-bus.ts'
import { createNodeCalls } from './node-calls.ts'
import { createJoiner, piecesOf } from './pieces.ts'
import { serveCalls } from './serve-calls.ts'

const TABLE = {
  say: { input: z.object({ word: z.string() }), output: z.string() },
  fail: { input: z.string(), output: z.void() },
}

/** The node of each thing. */
const places = new Map<string, string>()
afterEach(() => places.clear())

function nodeOn(bus: NodeBus, nodeId: string) {
  const clock = createFakeClock()
  const calls = createNodeCalls({ bus, nodeId, clock })
  const did: string[] = []
  const looked: string[] = []
  const at = serveCalls(
    {
      calls,
      log: createLog('silent'),
      where: {
        isHere: (key) => places.get(key) === nodeId,
        async nodeOf(key) {
          looked.push(key)
          return places.get(key) ?? null
        },
      },
    },
    'words',
    TABLE,
    {
      async say({ word }) {
        did.push(word)
        return `${nodeId} says ${word}`
      },
      async fail(code) {
        if (code === 'fault') throw new Error('secret')
        throw new DomainError('device_limit_reached', { plan: code, n: 2 })
      },
    },
  )
  return { at, did, looked, calls, clock }
}

function twoNodes() {
  const between = busBetween()
  return { ...between, a: nodeOn(between.bus('a'), 'a'), b: nodeOn(between.bus('b'), 'b') }
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? [error.code, error.params] : error),
  )

test('runs on the node that has the thing, and returns the result', async () => {
  const { a, b } = twoNodes()
  places.set('thing', 'b')
  expect(await a.at('thing', 'say', { word: 'Hello' })).toBe('b says Hello')
  expect(await b.at('thing', 'say', { word: 'here' })).toBe('b says here')
  expect([a.did, b.did]).toEqual([[], ['Hello', 'here']])
})

test('runs here if no node has the thing, or there is no other node', async () => {
  const { a } = twoNodes()
  expect(await a.at('thing', 'say', { word: 'Hello' })).toBe('a says Hello')
  const alone = nodeOn(NO_OTHERS, 'alone')
  places.set('thing', 'b')
  expect(await alone.at('thing', 'say', { word: 'Hello' })).toBe('alone says Hello')
  expect(alone.looked).toEqual([])
})

test.each([
  ['Basic', ['device_limit_reached', { plan: 'Basic', n: 2 }]],
  ['fault', ['internal_error', {}]],
])('a refusal there is one here: %s', async (input, refusal) => {
  const { a } = twoNodes()
  places.set('thing', 'b')
  expect(await failure(a.at('thing', 'fail', input))).toEqual(refusal)
})

test('follows a thing that has moved', async () => {
  const { bus, a } = twoNodes()
  const c = nodeOn(bus('c'), 'c')
  places.set('thing', 'b')
  const asked = a.at('thing', 'say', { word: 'Hello' })
  // Between the lookup and the call.
  places.set('thing', 'c')
  expect(await asked).toBe('c says Hello')
  expect(c.did).toEqual(['Hello'])
})

test('a large call is sent in pieces', async () => {
  const { a, b, told } = twoNodes()
  places.set('thing', 'b')
  const word = 'ü"'.repeat(5000)
  expect(await a.at('thing', 'say', { word })).toBe(`b says ${word}`)
  expect(b.did).toEqual([word])
  expect(Math.max(...told.map(({ about }) => Buffer.byteLength(about)))).toBeLessThan(5000)
})

const ENDS: [string, (world: ReturnType<typeof twoNodes>) => void][] = [
  ['does not say that it has heard', ({ a }) => a.clock.advance(5000)],
  ['has left', ({ a }) => a.calls.forget(['gone'])],
  ['may have answered while nothing was heard', ({ missSomething }) => missSomething()],
]
test.each(ENDS)('a call to a node that %s fails as unavailable', async (_what, end) => {
  const world = twoNodes()
  places.set('thing', 'gone')
  const asked = failure(world.a.at('thing', 'say', { word: 'Hello' }))
  await until('it is asked', () => world.told.length > 0)
  end(world)
  expect(await asked).toEqual(['shutting_down', {}])
})

test('pieces are joined to the text; incomplete texts are dropped', () => {
  const clock = createFakeClock()
  const joiner = createJoiner(clock)
  const [first, second, third] = piecesOf('x'.repeat(8000))
  if (!first || !second || !third) throw new Error('There are three.')
  expect([joiner.add('1', first), joiner.add('2', second), joiner.add('1', second)]).toEqual([
    null,
    null,
    null,
  ])
  expect(joiner.add('1', third)).toBe('x'.repeat(8000))
  joiner.add('3', first)
  joiner.add('3', second)
  clock.advance(30_000)
  expect(joiner.add('3', third)).toBeNull()
  expect(() => piecesOf('x'.repeat(100_000))).toThrow('Too much')
})
