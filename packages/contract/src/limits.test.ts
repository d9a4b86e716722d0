import { expect, test } from 'vitest'
import { deviceLimitOf } from './limits.ts'

test.each([
  ['free', 1, '[6.limit.free]'],
  ['basic', 3, '[6.limit.basic]'],
  ['pro', 5, '[6.limit.pro]'],
  ['Free', 1, '[6.limit.case]'],
  ['BASIC', 3, '[6.limit.case]'],
  ['pRo', 5, '[6.limit.case]'],
  ['Gold', 1, '[6.limit.unknown]'],
  ['', 1, '[6.limit.unknown]'],
])('the plan "%s" may have %d connected %s', (plan, limit) => {
  expect(deviceLimitOf(plan)).toBe(limit)
})
