import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createReconnectQueue } from './reconnect-queue.ts'

function setUp(random = 0.5) {
  const clock = createFakeClock()
  const opened: string[] = []
  const connecting = new Set<string>()
  const reconnects = createReconnectQueue({
    clock,
    random: () => random,
    open: (id) => opened.push(id),
    isConnecting: (id) => connecting.has(id),
  })
  return { clock, opened, connecting, reconnects }
}

test('devices reconnect one after another, the first at once', () => {
  const { clock, opened, reconnects } = setUp()
  reconnects.add(['a', 'b', 'c'])
  expect(opened).toEqual(['a'])
  clock.advance(23)
  expect(opened).toEqual(['a'])
  clock.advance(1)
  expect(opened).toEqual(['a', 'b'])
  clock.advance(1000)
  expect(opened).toEqual(['a', 'b', 'c'])
  expect(clock.nextTimer()).toBeNull()
})

test.each([
  [0, 12],
  [1, 36],
])('not all at the same pace: with %f the next comes after %i ms', (random, ms) => {
  const { clock, opened, reconnects } = setUp(random)
  reconnects.add(['a', 'b'])
  clock.advance(ms - 1)
  expect(opened).toEqual(['a'])
  clock.advance(1)
  expect(opened).toEqual(['a', 'b'])
})

test('a stopping server opens no more devices', () => {
  const { clock, opened, reconnects } = setUp()
  reconnects.add(['a', 'b'])
  reconnects.stop()
  clock.advance(1000)
  expect(opened).toEqual(['a'])
  expect(clock.nextTimer()).toBeNull()
})

test('eight connect at a time: the next starts when one is connected or has failed', () => {
  const { clock, opened, connecting, reconnects } = setUp()
  const ids = Array.from({ length: 10 }, (_, n) => `d${n}`)
  for (const id of ids) connecting.add(id)
  reconnects.add(ids)
  clock.advance(1000)
  expect(opened).toEqual(ids.slice(0, 8))
  connecting.delete('d3')
  clock.advance(24)
  expect(opened).toEqual(ids.slice(0, 9))
})

test('devices without an answer do not delay the others for long', () => {
  const { clock, opened, connecting, reconnects } = setUp()
  const ids = Array.from({ length: 20 }, (_, n) => `d${n}`)
  for (const id of ids) connecting.add(id)
  reconnects.add(ids)
  clock.advance(5000)
  expect(opened).toEqual(ids)
})
