import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawGap, withinBounds } from './departures.ts'

const interval = { minIntervalSeconds: 10, maxIntervalSeconds: 20 }

test('a gap lies between the intervals, and stays as drawn', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(random, (drawn) => {
      const gap = drawGap(interval, () => drawn)
      expect(gap).toBe(10_000 + Math.floor(drawn * 10_000))
      expect(withinBounds(gap, interval)).toBe(gap)
    }),
  )
})

test.each([
  ['longer', 4_000, 10_000],
  ['shorter', 60_000, 20_000],
])('%s intervals adjust a gap drawn before', (_how, drawn, gap) => {
  expect(withinBounds(drawn, interval)).toBe(gap)
})
