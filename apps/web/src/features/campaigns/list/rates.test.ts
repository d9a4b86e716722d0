import { expect, it } from 'vitest'
import { campaignOf } from '../testing/campaigns.ts'
import { middleOf, ratesOf } from './rates-card.tsx'

it('read and answered are of those whom it reached; whoever reached nobody is left out', () => {
  const rates = ratesOf([
    campaignOf({ counts: { read: 3, delivered: 1, sent: 50, failed: 9 }, answered: 1 }),
    campaignOf({ counts: { sent: 4, skipped: 1 } }),
  ])
  expect(rates.map(({ delivered, read, answered }) => [delivered, read, answered])).toEqual([
    [4, 0.75, 0.25],
  ])
})

it.each([
  [[], null],
  [[0.1, 0.2], null],
  [[0.9, 0.1, 0.3], 0.3],
  [[0.4, 0.1, 0.2, 0.9], 0.30000000000000004],
])('the middle of %j is %o', (values, middle) => {
  expect(middleOf(values)).toBe(middle)
})
