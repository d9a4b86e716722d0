import { expect, test } from 'vitest'
import { createGates } from '../../testing/gates.ts'
import { createAskedTogether } from './asked-together.ts'

/** Questions whose answers come when the test lets them: of each id its own length. */
function slowly(most: number, broken = '') {
  const asked: string[] = []
  const gates = createGates()
  const ask = createAskedTogether<number>(most, async (key, ids) => {
    asked.push(`${key}: ${ids}`)
    await gates.pass()
    if (ids.includes(broken)) throw new Error(`cannot ask about ${ids}`)
    return new Map(ids.filter((id) => id !== 'none').map((id) => [id, id.length]))
  })
  return { ask, asked, letAll: gates.letAll }
}

test('what is asked in one turn is one question, so many ids at most, and each hears of its own', async () => {
  const { ask, asked, letAll } = slowly(3)
  const all = [['a'], ['bb', 'none'], ['ccc'], ['d', 'e', 'f', 'g'], ['a']].map((ids) =>
    ask('x', ids),
  )
  await letAll()
  const found = await Promise.all(all)
  expect(found.map((map) => [...map.keys()].join())).toEqual(['a', 'bb', 'ccc', 'd,e,f,g', 'a'])
  expect(asked).toEqual(['x: a,bb,none', 'x: ccc', 'x: d,e,f,g', 'x: a'])
})

test('keys do not wait for each other, and a later question is a new one', async () => {
  const { ask, asked, letAll } = slowly(3)
  const first = [ask('x', ['a']), ask('y', ['a'])]
  await letAll()
  await Promise.all(first)
  const later = ask('x', ['a'])
  await letAll()
  expect((await later).get('a')).toBe(1)
  expect(asked).toEqual(['x: a', 'y: a', 'x: a'])
})

test('an id that cannot be asked about keeps an answer from nobody else', async () => {
  const { ask, letAll } = slowly(10, 'bad')
  const ended = Promise.allSettled([['a'], ['b'], ['bad'], ['c']].map((ids) => ask('x', ids)))
  await letAll()
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})
