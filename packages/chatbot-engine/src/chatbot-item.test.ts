import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersIn, byAge, chatsOf } from './chatbot-item.ts'
import { actionChain, findActionCycle, HOP_LIMIT } from './next-actions.ts'
import { makeItem } from './testing/make-item.ts'

const link = (id: string, nextItemId: string | null) => makeItem({ id, nextItemId })
const chainOf = (items: ReturnType<typeof link>[], start: string, hops?: number) =>
  actionChain(new Map(items.map((item) => [item.id, item])), start, hops).map(({ id }) => id)

describe('a chain of next actions', () => {
  test.each<[string, ReturnType<typeof link>[], string[]]>([
    ['nothing', [], []],
    ['nobody but another', [link('b', 'a')], []],
    ['itself', [link('a', 'a')], ['a']],
    ['what is gone', [link('a', 'gone')], ['a']],
    ['an empty id', [link('a', '')], ['a']],
    ['back', [link('a', 'b'), link('b', 'a')], ['a', 'b']],
    ['a cycle further on', [link('a', 'b'), link('b', 'c'), link('c', 'b')], ['a', 'b', 'c']],
    ['what is off', [link('a', 'b'), makeItem({ id: 'b', enabled: false })], ['a']],
    ['on from what is off', [makeItem({ id: 'a', enabled: false, nextItemId: 'b' })], []],
  ])('that leads to %s ends there', (_what, items, expected) => {
    expect(chainOf(items, 'a')).toEqual(expected)
  })

  test('has a limited number of hops', () => {
    const long = Array.from({ length: 20 }, (_, n) => link(`${n}`, `${n + 1}`))
    expect(chainOf(long, '0')).toHaveLength(HOP_LIMIT + 1)
    expect([0, 1, 19, 100].map((hops) => chainOf(long, '0', hops).length)).toEqual([1, 2, 20, 20])
  })

  test('never repeats an item, and is refused as a cycle exactly when it would', () => {
    const ids = ['a', 'b', 'c', 'd']
    const next = fc.constantFrom(...ids, 'gone', null)
    fc.assert(
      fc.property(fc.tuple(next, next, next, next), (nexts) => {
        const items = ids.map((id, at) => link(id, nexts[at] ?? null))
        const chain = chainOf(items, 'a', 100)
        expect(new Set(chain).size).toBe(chain.length)
        const [first] = items
        const cycle = first ? findActionCycle(items, first) : null
        const last = items.find(({ id }) => id === chain.at(-1))
        expect(cycle !== null).toBe(ids.includes(last?.nextItemId ?? ''))
      }),
    )
  })
})

describe('an item', () => {
  test.each([
    ['all', ['individual', 'group']],
    ['individual', ['individual']],
    ['group', ['group']],
  ] as const)('for %s answers in %j', (sendTo, chats) => {
    const item = makeItem({ id: 'a', sendTo })
    expect(chatsOf(item)).toEqual(chats)
    for (const chat of ['individual', 'group'] as const) {
      expect(answersIn(item, chat)).toBe((chats as readonly string[]).includes(chat))
    }
  })

  test('has one place by age, also among items of the same moment', () => {
    const items = [3, 1, 2, 1, 3].map((createdAt, n) => makeItem({ id: `i${n}`, createdAt }))
    const sorted = ['i1', 'i3', 'i2', 'i0', 'i4']
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(shuffled.toSorted(byAge).map(({ id }) => id)).toEqual(sorted)
      }),
    )
    const [one] = items
    if (one) expect(byAge(one, one)).toBe(0)
  })
})
