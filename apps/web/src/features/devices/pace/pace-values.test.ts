import type { DevicePace } from '@kirim/contract/device-pace'
import { expect, it } from 'vitest'
import { type PaceValues, paceOf, problemsOf, valuesOf } from './pace-values.ts'

const none: DevicePace = {
  cap: null,
  warmUp: null,
  warmUpFrom: null,
  timeZone: 'UTC',
  today: { used: 3, cap: null, endsAt: '2026-11-23T00:00:00.000Z' },
  plan: [],
  held: 0,
}
const typed = (given: Partial<PaceValues>): PaceValues => ({ ...valuesOf(none), ...given })

it('an empty cap is none, with no warm-up', () => {
  const values = typed({ cap: ' ', warmsUp: true, start: 'x' })
  expect(paceOf(values, 'UTC')).toEqual({ cap: null, warmUp: null, timeZone: 'UTC' })
  expect(problemsOf(values)).toEqual({})
})

it.each<[Partial<PaceValues>, string[]]>([
  [{ cap: '0' }, ['cap']],
  [{ cap: '1.5' }, ['cap']],
  [{ cap: '100001' }, ['cap']],
  [{ cap: '5', start: '0' }, []],
  [{ cap: '5', warmsUp: true, start: '0', step: '' }, ['start', 'step']],
])('of %j, %j are wrong', (given, wrong) => {
  expect(Object.keys(problemsOf(typed(given)))).toEqual(wrong)
})
