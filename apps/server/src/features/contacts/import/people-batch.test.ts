import { expect, test } from 'vitest'
import { searchableName } from '../../../platform/search-text.ts'
import { importSteps } from './people-batch.ts'

const people = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({ name, phoneNumber: `6012${1_000_000 + n}` }))
const sizes = (name: string, count: number) =>
  [...importSteps(people(count, name))].map((step) => step.length)

test('ordinary names go 1,400 at a time, after fewer at the beginning', () => {
  expect(sizes('Nurul Aisyah Rahman', 5150)).toEqual([250, 500, 1000, 1400, 1400, 600])
  expect(sizes('', 251)).toEqual([250, 1])
  expect(sizes('', 0)).toEqual([])
})

test.each(['x'.repeat(200), '한'.repeat(200), '\ufdfa'.repeat(200)])(
  'of long ones, as %.3s…, only so many that their letters are few',
  (name) => {
    const all = people(1000, name)
    const steps = [...importSteps(all)]
    expect(steps.flat()).toEqual(all)
    for (const step of steps) {
      const letters = step.reduce((sum, person) => sum + searchableName(person.name).length, 0)
      expect(letters).toBeLessThanOrEqual(48_000)
    }
  },
)
