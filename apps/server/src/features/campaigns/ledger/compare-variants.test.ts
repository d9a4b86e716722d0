import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceOf, compareVariants, type Trial } from './report-variants.ts'

const trial = (letter: string, hits: number, of: number): Trial => ({ letter, hits, of })

describe('the probability of a difference by chance', () => {
  // The values are those of the C library's erfc.
  test.each([
    [88, 795, 126, 795, 0.005233],
    [50, 100, 50, 100, 1],
    [60, 100, 40, 100, 0.004678],
    [30, 200, 45, 200, 0.054664],
    [500, 1000, 560, 1000, 0.007185],
    [0, 50, 10, 50, 0.000858],
    [0, 50, 0, 80, 1],
    [50, 50, 80, 80, 1],
  ])('%i of %i beside %i of %i', (hits, of, otherHits, otherOf, chance) => {
    const found = chanceOf(trial('A', hits, of), trial('B', otherHits, otherOf))
    expect(found).toBeCloseTo(chance, 5)
  })

  test('is a probability, the same in either order', () => {
    const any = fc
      .tuple(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([of, share]) => trial('A', Math.floor(of * share), of))
    fc.assert(
      fc.property(any, any, (one, other) => {
        const chance = chanceOf(one, other)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
        expect(chanceOf(other, one)).toBe(chance)
      }),
    )
  })
})

describe('the verdict on wordings', () => {
  test.each<[string, readonly Trial[], ReturnType<typeof compareVariants>]>([
    ['nobody yet', [trial('A', 0, 0), trial('B', 0, 0)], { verdict: 'early' }],
    ['too few', [trial('A', 9, 500), trial('B', 90, 500)], { verdict: 'early' }],
    ['one of them untried', [trial('A', 200, 500), trial('B', 0, 0)], { verdict: 'early' }],
    ['one alone', [trial('A', 200, 500)], { verdict: 'early' }],
    ['the same', [trial('A', 100, 500), trial('B', 100, 500)], { verdict: 'alike' }],
    ['nearly the same', [trial('A', 100, 500), trial('B', 104, 500)], { verdict: 'alike' }],
    [
      'perhaps',
      [trial('A', 100, 500), trial('B', 118, 500)],
      { verdict: 'maybe', letter: 'B', tries: 6 },
    ],
    [
      'more',
      [trial('A', 88, 795), trial('B', 126, 795)],
      { verdict: 'more', letter: 'B', tries: 191 },
    ],
    [
      'surely more',
      [trial('A', 200, 795), trial('B', 126, 795)],
      { verdict: 'sure', letter: 'A', tries: expect.any(Number) },
    ],
    [
      'more, but it is the best of four',
      [trial('A', 88, 795), trial('B', 126, 795), trial('C', 88, 795), trial('D', 88, 795)],
      { verdict: 'more', letter: 'B', tries: 32 },
    ],
    [
      'of four, the second best is nearly as good',
      [trial('A', 88, 795), trial('B', 126, 795), trial('C', 120, 795), trial('D', 88, 795)],
      { verdict: 'alike' },
    ],
  ])('%s', (_what, trials, expected) => {
    expect(compareVariants(trials)).toEqual(expected)
    expect(compareVariants(trials.toReversed())).toEqual(expected)
  })

  test('calls equal wordings different about once in twenty times', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const draw = () => Array.from({ length: 600 }, random).filter((value) => value < 0.3).length
    const verdicts = Array.from({ length: 1000 }, () => {
      const trials = [trial('A', draw(), 600), trial('B', draw(), 600)]
      return compareVariants(trials).verdict
    })
    const different = verdicts.filter((verdict) => verdict === 'more' || verdict === 'sure')
    expect(different.length).toBeGreaterThan(20)
    expect(different.length).toBeLessThan(80)
  })
})
