import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { createFastClock } from './fast-clock.ts'
import { until } from './until.ts'

/** Clocks are slower on slow machines; these tests hold them to their speed on a usual one. */
const machine = vi.hoisted(() => ({ factor: 1 }))
vi.mock('./test-run.ts', () => ({
  get MACHINE_FACTOR() {
    return machine.factor
  },
  onThisMachine: (ms: number) => ms,
}))

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

describe('a fast clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('runs so many times as fast, and what waits for it as well', () => {
    const clock = createFastClock(20, Date.now())
    const start = clock.now()
    const ran: number[] = []
    clock.after(2000, () => ran.push(clock.now() - start))
    vi.advanceTimersByTime(99)
    expect([clock.now() - start, ran]).toEqual([1980, []])
    vi.advanceTimersByTime(1)
    expect([clock.now() - start, ran]).toEqual([2000, [2000]])
  })

  test.each([
    [4, 20, 5],
    [4, 2, 1],
    [4, 0.5, 0.5],
  ])('is slower on a machine that takes %d times as long: %d becomes %d', (factor, speed, real) => {
    machine.factor = factor
    const clock = createFastClock(speed, Date.now())
    machine.factor = 1
    const start = clock.now()
    vi.advanceTimersByTime(1000)
    expect(clock.now() - start).toBe(1000 * real)
  })

  test('whose speed is changed goes on from where it is, with what waits already', () => {
    const clock = createFastClock(20)
    const start = clock.now()
    const ran: number[] = []
    clock.after(4000, () => ran.push(clock.now() - start))
    vi.advanceTimersByTime(100)
    clock.setSpeed(1)
    vi.advanceTimersByTime(1000)
    expect([clock.now() - start, ran]).toEqual([3000, []])
    clock.setSpeed(100)
    clock.after(2000, () => ran.push(clock.now() - start))
    vi.advanceTimersByTime(20)
    expect(ran).toEqual([4000, 5000])
  })

  test('runs as the real one while something is done, also where that fails', async () => {
    const clock = createFastClock(20)
    const start = clock.now()
    const failed = clock.inRealTime(async () => {
      await vi.advanceTimersByTimeAsync(10)
      throw new Error('it failed')
    })
    await expect(failed).rejects.toThrow('it failed')
    expect(clock.now() - start).toBe(10)
    vi.advanceTimersByTime(10)
    expect(clock.now() - start).toBe(210)
  })

  test('runs as the real one until all that is done so is done', async () => {
    const clock = createFastClock(20)
    const start = clock.now()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = [first, second].map(({ promise }) => clock.inRealTime(() => promise))
    first.resolve()
    await done[0]
    vi.advanceTimersByTime(10)
    expect(clock.now() - start).toBe(10)
    second.resolve()
    await done[1]
    vi.advanceTimersByTime(10)
    expect(clock.now() - start).toBe(210)
  })

  test('never waits longer than a timer can, and may be cancelled, also at another speed', () => {
    const clock = createFastClock(1)
    const ran: string[] = []
    clock.after(Number.POSITIVE_INFINITY, () => ran.push('never'))
    const cancel = clock.after(10, () => ran.push('cancelled'))
    clock.after(-1, () => ran.push('due at once'))
    clock.setSpeed(10)
    cancel()
    clock.setSpeed(100)
    vi.advanceTimersByTime(1000)
    expect(ran).toEqual(['due at once'])
  })
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
