import { expect, test } from 'vitest'
import { createGates } from '../../testing/gates.ts'
import { createBatchedLookUp, createSentChats } from './sent-chats.ts'

test('asks nobody about what has just left, and all others in one question', async () => {
  const asked: string[][] = []
  const chats = createSentChats({
    async chatsOf(deviceId, ids) {
      asked.push([deviceId, ...ids])
      return new Map(ids.filter((id) => id !== 'strange').map((id) => [id, `stored ${id}`]))
    },
  })
  chats.keep({ deviceId: 'd1', messageId: 'm1', jid: 'j1' })

  expect([...(await chats.of('d1', ['m1']))]).toEqual([['m1', 'j1']])
  expect(asked).toEqual([])

  const both = chats.of('d1', ['m1', 'm2', 'strange'])
  const older = chats.of('d1', ['m3'])
  expect(await both).toEqual(
    new Map([
      ['m1', 'j1'],
      ['m2', 'stored m2'],
    ]),
  )
  expect(await older).toEqual(new Map([['m3', 'stored m3']]))
  expect(await chats.of('d2', ['m1'])).toEqual(new Map([['m1', 'stored m1']]))
  expect(asked).toEqual([
    ['d1', 'm2', 'strange', 'm3'],
    ['d2', 'm1'],
  ])
})

/** Questions whose answers come when the test lets them: of each id its own length. */
function slowly(most: number, broken = '') {
  const asked: string[] = []
  const gates = createGates()
  const ask = createBatchedLookUp<number>(most, async (key, ids) => {
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
