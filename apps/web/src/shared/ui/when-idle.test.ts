import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseIdleWork, whenIdle } from './when-idle.ts'

const idle = new Map<number, () => void>()

beforeEach(() => {
  vi.useFakeTimers()
  idle.clear()
  let count = 0
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    count += 1
    idle.set(count, work)
    return count
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => idle.delete(id))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const beIdle = () => {
  for (const work of idle.values()) work()
  idle.clear()
}

test('runs when the page is idle', () => {
  const work = vi.fn()
  whenIdle(work)
  expect(work).not.toHaveBeenCalled()
  beIdle()
  expect(work).toHaveBeenCalledOnce()
})

test('waits for all main content to load', () => {
  const work = vi.fn()
  const [first, second] = [pauseIdleWork(), pauseIdleWork()]
  whenIdle(work)
  first()
  beIdle()
  expect(work).not.toHaveBeenCalled()
  second()
  beIdle()
  expect(work).toHaveBeenCalledOnce()
})

test('waits at most five seconds, and runs once', () => {
  const work = vi.fn()
  const loaded = pauseIdleWork()
  whenIdle(work)
  vi.advanceTimersByTime(4999)
  beIdle()
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  beIdle()
  loaded()
  beIdle()
  expect(work).toHaveBeenCalledOnce()
})

test.each(['before', 'after'])('work cancelled %s the page is loaded does not run', (when) => {
  const work = vi.fn()
  const loaded = pauseIdleWork()
  const callOff = whenIdle(work)
  if (when === 'before') callOff()
  loaded()
  if (when === 'after') callOff()
  vi.runAllTimers()
  beIdle()
  expect(work).not.toHaveBeenCalled()
})
