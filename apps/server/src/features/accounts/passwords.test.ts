import { expect, test, vi } from 'vitest'
import { hashPassword, passwordMatches, verifyAgainstNothing } from './passwords.ts'

const atWork = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    atWork.now += 1
    atWork.most = Math.max(atWork.most, atWork.now)
    try {
      return await work()
    } finally {
      atWork.now -= 1
    }
  }
  return {
    ...real,
    hash: (password) => counted(() => real.hash(password)),
    verify: (hash, password) => counted(() => real.verify(hash, password)),
  }
})

test('however many ask at once, at most two passwords are worked on, and each gets its answer', async () => {
  const hash = await hashPassword('correct')
  const asked = [
    ...Array.from({ length: 4 }, () => passwordMatches(hash, 'correct')),
    ...Array.from({ length: 4 }, () => passwordMatches(hash, 'wrong')),
    ...Array.from({ length: 4 }, () => verifyAgainstNothing('anything')),
    passwordMatches('no hash at all', 'x').catch(() => 'failed'),
    passwordMatches(hash, 'correct'),
  ]
  expect(await Promise.all(asked)).toEqual([
    ...Array(4).fill(true),
    ...Array(8).fill(false),
    'failed',
    true,
  ])
  expect([1, 2]).toContain(atWork.most)
})
