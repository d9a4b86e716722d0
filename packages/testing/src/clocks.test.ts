import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { createFastClock } from './fast-clock.ts'
import { until } from './until.ts'

describe('a clock that is turned by hand', () => {
  test('runs what falls due in its order, at its own time, and nothing else', () => {
    const clock = createFakeClock(0)
    const ran: string[] = []
    const note = (what: string) => () => ran.push(`${what} at ${clock.now()}`)
    clock.after(20, note('second'))
    clock.after(10, note('first'))
    clock.after(20, note('third'))
    clock.after(31, note('never'))
    clock.advance(9)
    expect(ran).toEqual([])
    clock.advance(21)
    expect(ran).toEqual(['first at 10', 'second at 20', 'third at 20'])
    expect([clock.now(), clock.nextTimer()]).toEqual([30, 31])
  })

  test('runs what a task sets while it is turned, when that falls due as well', () => {
    const clock = createFakeClock(0)
    const ran: number[] = []
    const again = () => {
      ran.push(clock.now())
      clock.after(10, again)
    }
    clock.after(10, again)
    clock.advance(35)
    expect(ran).toEqual([10, 20, 30])
    expect(clock.nextTimer()).toBe(40)
  })

  test('forgets what was cancelled, also by a task before it, and harmlessly twice', () => {
    const clock = createFakeClock(0)
    const ran: string[] = []
    const cancel = clock.after(20, () => ran.push('cancelled'))
    clock.after(10, () => void cancel())
    clock.after(-5, () => ran.push('due at once'))
    clock.advance(30)
    cancel()
    expect(ran).toEqual(['due at once'])
    expect(clock.nextTimer()).toBeNull()
  })

  test('that is set back keeps what waits as long as before', () => {
    const clock = createFakeClock(1000)
    const ran: number[] = []
    clock.after(10, () => ran.push(clock.now()))
    clock.setBack(500)
    clock.advance(9)
    expect([ran, clock.now()]).toEqual([[], 509])
    clock.advance(1)
    expect(ran).toEqual([510])
  })
})

test('a fast clock never waits longer than a timer can, and may be cancelled', () => {
  const clock = createFastClock(1)
  clock.after(Number.POSITIVE_INFINITY, () => {})()
  clock.after(-1, () => {})()
  expect(createFastClock(100, Date.now()).now()).toBeGreaterThanOrEqual(Date.now() - 1)
})

describe('waiting until', () => {
  test('answers what it waited for, at once where that is there', async () => {
    expect(await until('it is there', () => 'it')).toBe('it')
    let asked = 0
    expect(await until('the second time', async () => ++asked > 1 && asked)).toBe(2)
  })

  test('what never comes says what it was, and a condition that throws says why', async () => {
    await expect(until('pigs fly', () => 0, -1)).rejects.toThrow('in vain until pigs fly')
    const broken = until('it works', () => Promise.reject(new Error('no database')))
    await expect(broken).rejects.toThrow('no database')
  })
})
