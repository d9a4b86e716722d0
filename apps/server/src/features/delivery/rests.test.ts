import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createDeviceRests } from './rests.ts'

const MINUTE_MS = 60_000

function setUp(random = 0) {
  const clock = createFakeClock()
  const told: string[] = []
  const onRest = (id: string) => void told.push(id)
  const rests = createDeviceRests({ clock, random: () => random, onRest })
  /** How long it rests from now on. */
  const begin = () => rests.begin('a') - clock.now()
  return { clock, rests, told, begin }
}

test('each refusal after a pause doubles the next one, up to half an hour', () => {
  const { clock, begin } = setUp()
  const waits = Array.from({ length: 7 }, () => {
    const wait = begin()
    clock.advance(wait)
    return wait / MINUTE_MS
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30])
})

test('refusals during a pause do not extend it', () => {
  const { clock, begin } = setUp()
  begin()
  clock.advance(10_000)
  expect(begin()).toBe(50_000)
})

test('after an hour without a refusal the back-off starts over', () => {
  const { clock, begin } = setUp()
  begin()
  clock.advance(MINUTE_MS)
  begin()
  clock.advance(2 * MINUTE_MS + 60 * MINUTE_MS)
  expect(begin()).toBe(MINUTE_MS)
})

test('pauses one device until its time is over', () => {
  const { clock, rests, told } = setUp(1)
  const until = rests.begin('a')
  expect(until - clock.now()).toBe(75_000)
  expect([rests.until('a'), rests.until('b')]).toEqual([until, null])
  clock.advance(75_000)
  expect([rests.until('a'), told]).toEqual([null, ['a', 'a']])
})
