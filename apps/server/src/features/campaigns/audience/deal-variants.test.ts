import { letterOf } from '@kirim/contract/campaign-variants'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dealVariants } from './deal-variants.ts'

const START = { seen: 0, dealt: 0 }

/** Deals in pages, and returns what everybody has then. */
function deal(
  before: readonly (number | null)[],
  live: readonly string[],
  fresh: readonly string[] = [],
  pageSize = 7,
): (number | null)[] {
  const people = before.map((variant, index) => ({ id: String(index), variant }))
  let at = START
  const after = new Map<string, number>()
  for (let from = 0; from < people.length; from += pageSize) {
    const step = dealVariants(people.slice(from, from + pageSize), { live, fresh }, at)
    at = { seen: step.seen, dealt: step.dealt }
    for (const [id, variant] of step.changes) after.set(id, variant)
  }
  return people.map(({ id, variant }) => after.get(id) ?? variant)
}

const spread = (variants: readonly (number | null)[]) => {
  const counts = new Map<number | null, number>()
  for (const variant of variants) counts.set(variant, (counts.get(variant) ?? 0) + 1)
  return Object.fromEntries([...counts].map(([key, count]) => [String(key), count]))
}
const nobody = (people: number) => Array.from({ length: people }, () => null)

describe('wordings are assigned', () => {
  test.each([
    [['A', 'B'], { 0: 50, 1: 50 }],
    [['A', 'C', 'D'], { 0: 34, 2: 33, 3: 33 }],
    [['A', 'B', 'C', 'D'], { 0: 25, 1: 25, 2: 25, 3: 25 }],
  ])('evenly to all: %s', (live, expected) => {
    expect(spread(deal(nobody(100), live))).toEqual(expected)
  })

  test('to nobody if there is only one', () => {
    expect(deal(nobody(3), ['A'])).toEqual([null, null, null])
  })

  test('and people keep theirs', () => {
    const dealt = deal(nobody(100), ['A', 'B', 'C'])
    expect(deal(dealt, ['A', 'B', 'C'])).toEqual(dealt)
    expect(deal([...dealt, ...nobody(9)], ['A', 'B', 'C']).slice(0, 100)).toEqual(dealt)
  })

  test('again evenly to people whose wording was removed', () => {
    const dealt = deal(nobody(100), ['A', 'B', 'C', 'D'])
    const after = deal(dealt, ['A', 'C'])
    expect(spread(after)).toEqual({ 0: 50, 2: 50 })
    for (const [index, variant] of dealt.entries()) {
      if (variant === 0 || variant === 2) expect(after[index]).toBe(variant)
    }
    expect(spread(deal(after, ['A']))).toEqual({ 0: 100 })
  })

  test('an added one gets its share of everybody', () => {
    const first = deal(nobody(100), ['A', 'B'], ['B'])
    expect(spread(first)).toEqual({ 0: 50, 1: 50 })
    const second = deal(first, ['A', 'B', 'C', 'D'], ['C', 'D'])
    expect(spread(second)).toEqual({ 0: 25, 1: 25, 2: 25, 3: 25 })
    for (const [index, variant] of second.entries()) {
      if (variant === 0 || variant === 1) expect(variant).toBe(first[index])
    }
  })

  test('page by page with the same result, and only existing ones', () => {
    const letters = fc.subarray(['B', 'C', 'D', 'E'], { maxLength: 3 })
    const had = fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { maxLength: 60 })
    fc.assert(
      fc.property(letters, letters, had, (further, added, before) => {
        const live = ['A', ...further]
        const fresh = further.filter((letter) => added.includes(letter))
        const after = deal(before, live, fresh, 1000)
        expect(deal(before, live, fresh, 3)).toEqual(after)
        for (const variant of after) {
          if (variant === null) expect(live).toEqual(['A'])
          else expect(live).toContain(letterOf(variant))
        }
      }),
    )
  })
})
