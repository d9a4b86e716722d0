import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'

function draw(seed: string, count: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

test('numbers are in [0, 1) and depend only on the seed', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const numbers = draw(seed, 20)
      expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
      expect(draw(seed, 20)).toEqual(numbers)
    }),
  )
})

test('the sequence does not change between releases', () => {
  expect(draw('campaign-1:60123456789', 3).map((number) => number.toFixed(6))).toEqual([
    '0.162297',
    '0.327221',
    '0.942989',
  ])
})

test('the first draws of neighbouring seeds spread evenly', () => {
  const buckets = [0, 0, 0, 0]
  for (let index = 0; index < 4000; index += 1) {
    const [number = 0] = draw(`recipient-${index}`, 1)
    const bucket = Math.floor(number * buckets.length)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  for (const size of buckets) expect(Math.abs(size - 1000)).toBeLessThan(150)
})
