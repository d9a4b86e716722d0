import type { DevicePace } from '@kirim/contract/device-pace'
import { expect, it } from 'vitest'
import { dayIn, type PaceValues, paceOf, planOf, problemsOf, valuesOf } from './pace-values.ts'

const days = [22, 23, 24, 25, 26, 27, 28].map((day) => ({ day: `2026-11-${day}`, cap: null }))
const none: DevicePace = {
  cap: null,
  warmUp: null,
  warmUpFrom: null,
  timeZone: 'UTC',
  today: { used: 3, cap: null, endsAt: '2026-11-23T00:00:00.000Z' },
  plan: days,
  held: 0,
}
const TODAY = '2026-11-22'
const typed = (given: Partial<PaceValues>): PaceValues => ({ ...valuesOf(none), ...given })

it('an empty cap is none, with no warm-up', () => {
  const values = typed({ cap: ' ', warmsUp: true, start: 'x' })
  expect(paceOf(values, 'UTC')).toEqual({ cap: null, warmUp: null, timeZone: 'UTC' })
  expect([problemsOf(values), planOf(values, none, TODAY)]).toEqual([{}, null])
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

it('plans the next days, and goes on with a warm-up that has begun', () => {
  const values = typed({ cap: '100', warmsUp: true, start: '20', step: '30' })
  const caps = (pace: DevicePace) => planOf(values, pace, TODAY)?.map(({ cap }) => cap)
  expect(caps(none)).toEqual([20, 50, 80, 100, 100, 100, 100])
  expect(caps({ ...none, warmUpFrom: '2026-11-20' })?.slice(0, 2)).toEqual([80, 100])
})

it('plans from the day of the owner, whatever day it still is on the server', () => {
  const today = dayIn('Asia/Kuala_Lumpur', Date.parse('2026-11-30T20:00:00Z'))
  expect(today).toBe('2026-12-01')
  const values = typed({ cap: '100', warmsUp: true, start: '20', step: '30' })
  const pace = { ...none, warmUpFrom: '2026-11-30' }
  expect(planOf(values, pace, today)?.slice(0, 2)).toEqual([
    { day: '2026-12-01', cap: 50 },
    { day: '2026-12-02', cap: 80 },
  ])
})
