import { expect, it } from 'vitest'
import { daysOut } from './days-out.ts'
import { changeOf } from './testing/opt-outs.ts'

it.each([
  ['2026-10-14T02:05:00.000Z', '2026-11-15T04:00:00.000Z', 32],
  ['2026-10-14T02:05:00.000Z', '2026-10-15T02:05:00.000Z', 1],
  ['2026-10-14T02:05:00.000Z', '2026-10-15T02:04:59.999Z', 0],
  ['2026-10-14T02:05:00.000Z', '2026-10-14T02:04:00.000Z', 0],
])('from %s to %s are %d whole days', (since, at, days) => {
  expect(daysOut({ since, last: changeOf({ at }) })).toBe(days)
})
