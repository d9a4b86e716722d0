import { expect, it } from 'vitest'
import { courseOf } from './course-lanes.tsx'

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).toISOString()

it('has a day for each day, in the hours that any of them needs', () => {
  const { hours, days } = courseOf([
    { from: at(27, 7), to: at(27, 7, 30), isOwn: false, people: 190 },
    { from: at(27, 7, 30), to: at(27, 11), isOwn: true, people: 1310 },
    { from: at(28, 8), to: at(28, 9, 20), isOwn: true, people: 639 },
  ])
  expect(hours).toEqual([7, 11])
  expect(days.map(({ day, people }) => [day.getDate(), people])).toEqual([
    [27, 1310],
    [28, 639],
  ])
  expect(days[0]?.parts).toEqual([
    { left: 0, width: 0.125, isOwn: false },
    { left: 0.125, width: 0.875, isOwn: true },
  ])
})

it('divides a night at midnight, and shows a week at most', () => {
  const { hours, days } = courseOf([{ from: at(1, 12), to: at(20, 12), isOwn: true, people: 1900 }])
  expect(hours).toEqual([0, 24])
  expect(days).toHaveLength(7)
  expect(days[0]?.people).toBe(50)
  expect(days[1]?.people).toBe(100)
})

it('of nobody is empty', () => {
  expect(courseOf([]).days).toEqual([])
})
