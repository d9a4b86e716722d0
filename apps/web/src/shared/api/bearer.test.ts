import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  currentBearer,
  onForbidden,
  onSessionRefused,
  reportForbidden,
  sessionRefused,
  setBearer,
} from './bearer.ts'

afterEach(() => setBearer(null))

it('is the token set last, and none after a sign-out', () => {
  expect(currentBearer()).toBeNull()
  setBearer('t1')
  setBearer('t2')
  expect(currentBearer()).toBe('t2')
  setBearer(null)
  expect(currentBearer()).toBeNull()
})

describe.each([
  ['a session that is refused', onSessionRefused, sessionRefused],
  ['what the user may not do', onForbidden, reportForbidden],
] as const)('%s', (_what, listen, report) => {
  it.each<[string, string | null, string, number]>([
    ['of this session', 't2', 't2', 1],
    ['of the session before it', 't2', 't1', 0],
    ['after the sign-out', null, 't2', 0],
  ])('%s is told so often: %4$i', (_when, now, used, times) => {
    setBearer(now)
    const heard = vi.fn()
    const stop = listen(heard)
    report(used)
    stop()
    expect(heard).toHaveBeenCalledTimes(times)
  })

  it('notifies every listener until it unsubscribes', () => {
    setBearer('t')
    const [one, other] = [vi.fn(), vi.fn()]
    const stops = [listen(one), listen(other)]
    report('t')
    stops[0]?.()
    report('t')
    stops[1]?.()
    report('t')
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2])
  })
})
