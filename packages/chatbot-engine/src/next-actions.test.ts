import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionChain, findActionCycle, findActionCycles } from './next-actions.ts'
import { anyItems } from './testing/arbitraries.ts'
import { makeItem } from './testing/make-item.ts'

/** `a>b` is an item whose next action is b; a leading `!` disables it. */
function makeItems(...lines: string[]) {
  return lines.map((line) => {
    const [id = '', nextItemId = null] = line.replace('!', '').split('>')
    return makeItem({ id, nextItemId, enabled: !line.startsWith('!') })
  })
}

describe('the cycle into which an item leads', () => {
  test.each([
    ['a', [], null],
    ['a>b', [], null],
    ['a>a', [], ['a']],
    ['a>b', ['b'], null],
    ['a>b', ['b>a'], ['a', 'b']],
    ['a>b', ['b>c', 'c>a'], ['a', 'b', 'c']],
    ['a>b', ['b>c', 'c>b'], ['b', 'c']],
    ['a>b', ['!b>a'], ['a', 'b']],
    ['a', ['a>b', 'b>a'], null],
    ['a>b', ['a', 'b>a'], ['a', 'b']],
    ['a>d', ['b>c', 'c>b', 'd'], null],
  ])('%s beside %j', (changed, others, expected) => {
    const [item] = makeItems(changed)
    expect(item && findActionCycle(makeItems(...others), item)).toEqual(expected)
  })
})

test('all cycles, each once', () => {
  const items = makeItems('x>a', 'a>b', 'b>a', 'c>c', 'd>e', 'e', 'f>b', 'g>gone')
  expect(findActionCycles(items)).toEqual([['a', 'b'], ['c']])
})

test('an item creates a cycle exactly if that is one of all cycles', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const inCycles = new Set(findActionCycles(items).flat())
      for (const item of items) {
        const cycle = findActionCycle(items, item)
        if (cycle === null) expect(inCycles).not.toContain(item.id)
        else expect(cycle.every((id) => inCycles.has(id))).toBe(true)
      }
    }),
  )
})

describe('the chain of answers', () => {
  const line = ['a>b', 'b>c', 'c>d', 'd>e', 'e>f', 'f>g', 'g']

  test.each([
    ['no next action', ['a'], undefined, 'a'],
    ['five hops', line, undefined, 'abcdef'],
    ['as many hops as are allowed', line, 2, 'abc'],
    ['no hop', line, 0, 'a'],
    ['a missing item ends it', ['a>b', 'b>x'], undefined, 'ab'],
    ['a disabled item ends it', ['a>b', '!b>c', 'c'], undefined, 'a'],
    ['a disabled first item', ['!a>b', 'b'], undefined, ''],
    ['a missing first item', ['b'], undefined, ''],
    ['a cycle ends where it began', ['a>b', 'b>a'], undefined, 'ab'],
    ['an item that leads to itself', ['a>a'], undefined, 'a'],
  ])('%s', (_, lines, hopLimit, expected) => {
    const byId = new Map(makeItems(...lines).map((item) => [item.id, item]))
    const chain = actionChain(byId, 'a', hopLimit)
    expect(chain.map(({ id }) => id).join('')).toBe(expected)
  })
})
