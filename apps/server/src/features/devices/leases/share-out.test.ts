import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from './device-leases.ts'

test('all devices are shared out, and no node has two more than another', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 50 }), (total, nodes) => {
      const shares = Array.from({ length: nodes }, (_, rank) => shareOf(total, rank, nodes))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([
  ['a node that takes none', 10, -1, 3],
  ['no node', 10, 0, 0],
])('%s has no share', (_name, total, rank, nodes) => {
  expect(shareOf(total, rank, nodes)).toBe(0)
})
