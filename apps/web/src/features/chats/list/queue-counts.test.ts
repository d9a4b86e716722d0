import { expect, it } from 'vitest'
import { queueCounts } from './queue-counts.ts'
import { fittingIn } from './queue-tabs.tsx'

const counts = [
  { deviceId: 'd1', assignedTo: null, unanswered: 3, answered: 1, snoozed: 2, closed: 9 },
  { deviceId: 'd1', assignedTo: 'u1', unanswered: 1, answered: 1, snoozed: 0, closed: 0 },
  { deviceId: 'd2', assignedTo: 'u2', unanswered: 1, answered: 0, snoozed: 1, closed: 1 },
]

it.each([
  [{}, { unanswered: 5, mine: 2, all: 7, snoozed: 3, closed: 10 }],
  [{ deviceId: 'd2' }, { unanswered: 1, mine: 0, all: 1, snoozed: 1, closed: 1 }],
  [{ assignedTo: 'nobody' }, { unanswered: 3, mine: 0, all: 4, snoozed: 2, closed: 9 }],
  [{ labelId: 'l1' }, null],
])('the counts of the queues with %j', (filter, sums) => {
  expect(queueCounts(counts, filter, 'u1')).toEqual(sums)
})

it.each([
  [400, 3],
  [260, 2],
  [200, 1],
  [10, 1],
])('%i px have room for %i of three tabs', (room, fitting) => {
  expect(fittingIn(room, [100, 80, 90, 50])).toBe(fitting)
})
