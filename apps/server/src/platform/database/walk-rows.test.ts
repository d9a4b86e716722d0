import { expect, test } from 'vitest'
import { walkRows } from './walk-rows.ts'

/** Walks rows 0, 1, 2 … of which every nth is wanted, and records the length of its steps. */
async function walk(total: number, { every, limit, msOfRow }: Record<string, number>) {
  const steps: number[] = []
  let time = 0
  const found = await walkRows<number, number>(
    {
      from: null,
      limit: limit ?? 50,
      async endOf(after, rows) {
        const end = (after ?? -1) + rows
        return end < total - 1 ? end : null
      },
      async read(after, upTo, most) {
        const [from, to] = [(after ?? -1) + 1, upTo ?? total - 1]
        steps.push(to - from + 1)
        time += (to - from + 1) * (msOfRow ?? 0)
        const rows = Array.from({ length: to - from + 1 }, (_, n) => from + n)
        return rows.filter((row) => row % (every ?? 1) === 0).slice(0, most)
      },
    },
    () => time,
  )
  return { found, steps }
}

test('ends with the first page that is full', async () => {
  const { found, steps } = await walk(1_000_000, { every: 2, limit: 50 })
  expect(found).toHaveLength(50)
  expect(steps).toEqual([250])
})

test('reads more at a time while that takes no time, and finds all there is', async () => {
  const { found, steps } = await walk(10_000, { every: 3000 })
  expect(found).toEqual([0, 3000, 6000, 9000])
  expect(steps).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000, 250])
})

test('reads so few rows of long texts that none of its steps is long', async () => {
  const { steps } = await walk(2000, { every: 3000, msOfRow: 0.1 })
  expect(Math.max(...steps.slice(1))).toBe(150)
  expect(steps.reduce((sum, rows) => sum + rows)).toBe(2000)
})

test('however slow, it goes on', async () => {
  const { steps } = await walk(360, { every: 3000, msOfRow: 1000 })
  expect(steps).toEqual([250, 50, 50, 10])
})
