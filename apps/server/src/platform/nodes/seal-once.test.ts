import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createLog } from '../log.ts'
import { createSealOnce } from './seal-once.ts'

const box = createSecretBox(Buffer.alloc(32, 1))

function node(nodeId: string, now = () => 0, key = box) {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const time = { now, learn: async () => {} }
  return { ...createSealOnce({ box: key, nodeId, time, log }), warn }
}

test('each text is opened once, whatever is replayed and when', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (order) => {
      const [a, b] = [node('a'), node('b')]
      const sealed = Array.from({ length: 10 }, (_, n) => a.seal(`${n}`, 'bus'))
      const opened = order.flatMap((n) => b.open('a', sealed[n] ?? '', 'bus') ?? [])
      expect(opened).toEqual([...new Set(opened)].sort())
    }),
  )
})

test('texts of another node, place or key do not open', () => {
  const [a, b] = [node('a'), node('b')]
  const sealed = a.seal('told', 'bus')
  const forged = node('a', undefined, createSecretBox(Buffer.alloc(32, 2))).seal('told', 'bus')
  expect(b.open('c', sealed, 'bus')).toBeNull()
  expect(b.open('a', sealed, 'events')).toBeNull()
  expect(b.open('a', forged, 'bus')).toBeNull()
  expect(b.open('a', 'v1.', 'bus')).toBeNull()
  expect(b.open('a', box.seal('told', 'bus of a'), 'bus')).toBeNull()
  expect(b.open('a', sealed, 'bus')).toBe('told')
})

test.each([
  [0, 'told'],
  [10_000, 'told'],
  [10_001, null],
  [-10_000, 'told'],
  [-10_001, null],
])('the first text of a node is opened %i ms later: %s', (later, text) => {
  const a = node('a', () => 50_000)
  const b = node('b', () => 50_000 + later)
  expect(b.open('a', a.seal('told', 'bus'), 'bus')).toBe(text)
})

test('on one connection the age of later texts does not count', () => {
  let late = 0
  const a = node('a', () => 50_000)
  const b = node('b', () => 50_000 + late)
  expect(b.open('a', a.seal('first', 'bus'), 'bus')).toBe('first')
  late = 60_000
  expect(b.open('a', a.seal('late', 'bus'), 'bus')).toBe('late')
  const missed = a.seal('missed', 'bus')
  b.onConnected()
  expect(b.open('a', missed, 'bus')).toBeNull()
  late = 0
  expect(b.open('a', a.seal('fresh', 'bus'), 'bus')).toBe('fresh')
  expect(b.open('a', missed, 'bus')).toBeNull()
})

test('dropped texts are logged once a minute', () => {
  let now = 0
  const [a, b] = [node('a', () => now), node('b', () => now)]
  const sealed = a.seal('told', 'bus')
  for (let n = 0; n < 5; n += 1) b.open('a', sealed, 'bus')
  expect(b.warn).toHaveBeenCalledOnce()
  now = 60_000
  b.open('a', sealed, 'bus')
  expect(b.warn).toHaveBeenCalledTimes(2)
})
