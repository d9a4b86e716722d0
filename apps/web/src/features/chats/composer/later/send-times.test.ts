import { expect, test } from 'vitest'
import { fieldTime, offeredTimes } from './send-times.ts'

test.each<[string, string[]]>([
  [
    '2026-11-27T10:25',
    ['this_evening 2026-11-27T18:00', 'tomorrow 2026-11-28T09:00', 'monday 2026-11-30T09:00'],
  ],
  // Too late for this evening.
  ['2026-11-27T17:45', ['tomorrow 2026-11-28T09:00', 'monday 2026-11-30T09:00']],
  // Tomorrow is Monday.
  ['2026-11-29T20:00', ['tomorrow 2026-11-30T09:00']],
  // On a Monday, the next one.
  [
    '2026-11-30T08:00',
    ['this_evening 2026-11-30T18:00', 'tomorrow 2026-12-01T09:00', 'monday 2026-12-07T09:00'],
  ],
])('at %s these times are offered: %j', (now, expected) => {
  const offered = offeredTimes(new Date(now))
  expect(offered.map(({ name, at }) => `${name} ${fieldTime(at)}`)).toEqual(expected)
})
