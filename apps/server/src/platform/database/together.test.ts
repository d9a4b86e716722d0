import { expect, test } from 'vitest'
import { createGates } from '../../testing/gates.ts'
import { createInTurnTogether, createTogether } from './together.ts'

const doubled = (asks: readonly number[]) => {
  if (asks.includes(13)) throw new TypeError(`cannot do ${asks}`)
  if (asks.includes(14)) throw new Error('the database is away')
  return asks.map((ask) => 2 * ask)
}

test('what is asked in one turn is done together, so many at most, and each is told its own', async () => {
  const done: string[] = []
  const ask = createTogether<number, number>(3, async (asks) => {
    done.push(asks.join())
    return doubled(asks)
  })
  const afterPromises = Promise.resolve()
    .then(() => null)
    .then(() => ask(5))
  expect(await Promise.all([ask(1), ask(2), ask(3), ask(4), afterPromises])).toEqual([
    2, 4, 6, 8, 10,
  ])
  expect(await ask(6)).toBe(12)
  expect(done).toEqual(['1,2,3', '4,5', '6'])
})

test('one whose data are at fault harms no other', async () => {
  const ask = createTogether<number, number>(5, async (asks) => doubled(asks))
  const ended = await Promise.allSettled([1, 13, 2].map(ask))
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a fault after which all may be done is told to all, and nothing is done again', async () => {
  let times = 0
  const ask = createTogether<number, number>(5, async (asks) => {
    times += 1
    return doubled(asks)
  })
  const ended = await Promise.allSettled([1, 14, 2].map(ask))
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(times).toBe(1)
})

test('of one key what comes meanwhile is done next, and other keys do not wait', async () => {
  const done: string[] = []
  const gates = createGates()
  const ask = createInTurnTogether<number, number>(2, async (key, asks) => {
    done.push(`${key}: ${asks}`)
    await gates.pass()
    return doubled(asks)
  })
  const first = [ask('a', 1), ask('b', 2)]
  await new Promise(setImmediate)
  const later = [ask('a', 3), ask('a', 13), ask('a', 5)]
  await new Promise(setImmediate)
  expect(done).toEqual(['a: 1', 'b: 2'])
  const ended = Promise.allSettled([...first, ...later])
  await gates.letAll()
  expect((await ended).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ])
  expect(done.slice(2)).toEqual(['a: 3,13', 'a: 3', 'a: 13', 'a: 5'])
  const again = ask('a', 6)
  await gates.letAll()
  expect(await again).toBe(12)
})

test('one that counts for several is done with fewer, or alone', async () => {
  const done: string[] = []
  const ask = createInTurnTogether<number, number>(
    4,
    async (_, asks) => {
      done.push(asks.join())
      return doubled(asks)
    },
    (n) => n,
  )
  expect(await Promise.all([1, 2, 1, 9, 3, 2].map((n) => ask('a', n)))).toEqual([2, 4, 2, 18, 6, 4])
  expect(done).toEqual(['1,2,1', '9', '3', '2'])
})
