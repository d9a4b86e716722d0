import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createReconnectQueue } from './reconnect-queue.ts'

function setUp(random = 0.5) {
  const clock = createFakeClock()
  const opened: string[] = []
  const reconnects = createReconnectQueue({
    clock,
    random: () => random,
    open: (id) => opened.push(id),
  })
  return { clock, opened, reconnects }
}

test('devices come back one after another, the first at once', () => {
  const { clock, opened, reconnects } = setUp()
  reconnects.add(['a', 'b', 'c'])
  expect(opened).toEqual(['a'])
  clock.advance(79)
  expect(opened).toEqual(['a'])
  clock.advance(1)
  expect(opened).toEqual(['a', 'b'])
  clock.advance(1000)
  expect(opened).toEqual(['a', 'b', 'c'])
  expect(clock.nextTimer()).toBeNull()
})

test.each([
  [0, 40],
  [1, 120],
])('not all at the same pace: with %f the next comes after %i ms', (random, ms) => {
  const { clock, opened, reconnects } = setUp(random)
  reconnects.add(['a', 'b'])
  clock.advance(ms - 1)
  expect(opened).toEqual(['a'])
  clock.advance(1)
  expect(opened).toEqual(['a', 'b'])
})

test('a server that stops opens none of the others', () => {
  const { clock, opened, reconnects } = setUp()
  reconnects.add(['a', 'b'])
  reconnects.stop()
  clock.advance(1000)
  expect(opened).toEqual(['a'])
  expect(clock.nextTimer()).toBeNull()
})
