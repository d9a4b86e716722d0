import { expect, test } from 'vitest'
import { dayOf, type StoredPace } from './device-day.ts'

const KL = 'Asia/Kuala_Lumpur'
const pace = (given: Partial<StoredPace>): StoredPace => ({
  cap: 2500,
  warmUp: null,
  warmUpFrom: '',
  timeZone: KL,
  usedDay: '',
  usedCount: 0,
  ...given,
})

test.each<[string, string, string, string]>([
  [KL, '2026-11-22T15:59:59.999Z', '2026-11-22', '2026-11-22T16:00:00.000Z'],
  [KL, '2026-11-22T16:00:00.000Z', '2026-11-23', '2026-11-23T16:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-22T12:00:00.000Z', '2026-11-22', '2026-11-22T18:15:00.000Z'],
  // A day of 23 hours, and one of 25.
  ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['Africa/Cairo', '2026-04-23T21:30:00.000Z', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ['Africa/Cairo', '2026-04-22T23:00:00.000Z', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ['America/Havana', '2026-03-08T04:30:00.000Z', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
])('in %s, %s is of %s, which ends %s', (timeZone, at, day, endsAt) => {
  const found = dayOf(pace({ timeZone }), Date.parse(at))
  expect([found.day, new Date(found.endsAt).toISOString()]).toEqual([day, endsAt])
})

test('the people of a day count only for that day', () => {
  const used = pace({ usedDay: '2026-11-22', usedCount: 7 })
  expect(dayOf(used, Date.parse('2026-11-22T12:00:00Z')).used).toBe(7)
  expect(dayOf(used, Date.parse('2026-11-23T12:00:00Z')).used).toBe(0)
})

test.each<[string, number | null, StoredPace['warmUp'], number | null]>([
  ['2026-11-22', null, { start: 20, step: 10 }, null],
  ['2026-11-22', 2500, null, 2500],
  ['2026-11-22', 2500, { start: 20, step: 10 }, 20],
  ['2026-11-25', 2500, { start: 20, step: 10 }, 50],
  ['2027-11-22', 2500, { start: 20, step: 10 }, 2500],
  // A clock that was set back.
  ['2026-11-20', 2500, { start: 20, step: 10 }, 20],
])('on %s, with a cap of %s and a warm-up of %j, %s people', (day, cap, warmUp, expected) => {
  const given = pace({ cap, warmUp, warmUpFrom: warmUp ? '2026-11-22' : '' })
  expect(dayOf(given, Date.parse(`${day}T04:00:00Z`)).cap).toBe(expected)
})
