import { expect, test } from 'vitest'
import { createGates } from '../testing/gates.ts'
import { createBatches } from './in-batches.ts'

/** Batches whose writes end when the test lets them. */
function slowly(most: number, broken: (item: number) => boolean = () => false) {
  const written: string[] = []
  const gates = createGates()
  const batches = createBatches<number>(most, async (key, items) => {
    await gates.pass()
    if (items.some(broken)) throw new Error(`cannot write ${items}`)
    written.push(`${key}: ${items}`)
  })
  return { batches, written, letAll: gates.letAll }
}

test('what comes while a batch is written goes into the next, in order, so many at most', async () => {
  const { batches, written, letAll } = slowly(3)
  const all = [1, 2, 3, 4, 5, 6].map((item) => batches.add('a', [item]))
  await letAll()
  await Promise.all(all)
  expect(written).toEqual(['a: 1,2,3', 'a: 4,5,6'])
})

test('keys do not wait for each other', async () => {
  const { batches, written, letAll } = slowly(3)
  const all = [batches.add('a', [1]), batches.add('b', [2]), batches.add('a', [3])]
  await letAll()
  await Promise.all(all)
  expect(written.sort()).toEqual(['a: 1,3', 'b: 2'])
})

test('one that cannot be written keeps back no other', async () => {
  const { batches, written, letAll } = slowly(10, (item) => item === 2)
  const all = [1, 2, 3].map((item) => batches.add('a', [item]))
  const ended = Promise.allSettled(all)
  await letAll()
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(written).toEqual(['a: 1', 'a: 3'])
})

test('a task between is alone with its key, and draining waits for all', async () => {
  const { batches, written, letAll } = slowly(10)
  const first = batches.add('a', [1])
  const between = batches.between('a', async () => {
    written.push('between')
  })
  let drained = false
  const draining = batches.drained().then(() => {
    drained = true
  })
  await Promise.resolve()
  expect([written, drained]).toEqual([[], false])
  await letAll()
  await Promise.all([first, between, draining])
  expect(written).toEqual(['a: 1', 'between'])
})

test('others have their turn between the batches of very many, and those that cannot be written keep back none', async () => {
  let turns = 0
  let over = false
  const others = () => {
    turns += 1
    if (!over) setImmediate(others)
  }
  const sizes: number[] = []
  // Writes without a turn of their own, as SQLite does.
  const batches = createBatches<number>(10, async (_key, items) => {
    if (items.includes(3)) throw new Error('cannot write 3')
    sizes.push(items.length)
  })
  setImmediate(others)
  const adding = batches.add(
    'a',
    Array.from({ length: 100 }, (_, n) => n),
  )
  await expect(adding).rejects.toThrow('cannot write 3')
  over = true
  expect(sizes).toEqual([...Array(9).fill(1), ...Array(9).fill(10)])
  expect(turns).toBeGreaterThanOrEqual(9)
})
