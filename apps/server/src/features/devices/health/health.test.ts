import { describe, expect, test } from 'vitest'
import { afterSign, healthAt, UNKNOWN_HEALTH } from './health.ts'

const DAY_MS = 24 * 3_600_000

describe('the health of a device', () => {
  test('has the times of the last incoming and outgoing message', () => {
    const after = afterSign(afterSign(UNKNOWN_HEALTH, 'in', 5), 'out', 7)
    expect(after).toEqual({ ...UNKNOWN_HEALTH, lastInAt: 5, lastOutAt: 7 })
    expect(afterSign(after, 'phone', 9)).toEqual(after)
  })

  test('counts unreadable messages, less those read later from a copy', () => {
    const two = afterSign(afterSign(UNKNOWN_HEALTH, 'unreadable', 5), 'unreadable', 7)
    expect(two).toMatchObject({ unreadable: 2, unreadableSince: 5 })
    const one = afterSign(two, 'read_later', 9)
    expect(one).toMatchObject({ unreadable: 1, unreadableSince: 5 })
    expect(afterSign(one, 'read_later', 9)).toEqual(UNKNOWN_HEALTH)
    expect(afterSign(UNKNOWN_HEALTH, 'read_later', 9)).toEqual(UNKNOWN_HEALTH)
  })

  test('forgets unreadable messages after a day', () => {
    const one = afterSign(UNKNOWN_HEALTH, 'unreadable', 5)
    expect(healthAt(one, 5 + DAY_MS - 1)).toEqual(one)
    expect(healthAt(one, 5 + DAY_MS)).toEqual(UNKNOWN_HEALTH)
    const next = afterSign(one, 'unreadable', 5 + DAY_MS)
    expect(next).toMatchObject({ unreadable: 1, unreadableSince: 5 + DAY_MS })
  })
})
