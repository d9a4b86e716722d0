import { expect, test, vi } from 'vitest'
import { createPasswords } from './passwords.ts'

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
    hash: (password, cost) => counted(() => real.hash(password, cost)),
    verify: (hash, password) => counted(() => real.verify(hash, password)),
  }
})

const passwords = createPasswords()

test('however many ask at once, at most two passwords are worked on, and each gets its answer', async () => {
  const hash = await passwords.hash('asker', 'correct')
  const asked = [
    ...Array.from({ length: 4 }, (_, n) => passwords.matches(`${n}`, hash, 'correct')),
    ...Array.from({ length: 4 }, (_, n) => passwords.matches(`${n}`, hash, 'wrong')),
    ...Array.from({ length: 4 }, (_, n) => passwords.matchesNothing(`${n}`, 'anything')),
    passwords.matches('asker', 'no hash at all', 'x').catch(() => 'failed'),
    passwords.matches('asker', hash, 'correct'),
  ]
  expect(await Promise.all(asked)).toEqual([
    ...Array(4).fill(true),
    ...Array(8).fill(false),
    'failed',
    true,
  ])
  expect([1, 2]).toContain(atWork.most)
})

test('without a cost of its own a hash takes what OWASP asks for, whatever tests take', async () => {
  expect(await passwords.hash('asker', 'correct')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const cheap = createPasswords({ memoryCost: 8, timeCost: 1 })
  const hash = await cheap.hash('asker', 'correct')
  expect(hash).toContain('$m=8,t=1,')
  expect(await passwords.matches('asker', hash, 'correct')).toBe(true)
})

test('nobody waits for all that another has asked for', async () => {
  const cheap = createPasswords({ memoryCost: 8, timeCost: 1 })
  const done: string[] = []
  const ask = async (asker: string) => {
    await cheap.hash(asker, 'correct')
    done.push(asker)
  }
  await Promise.all([...Array.from({ length: 50 }, () => ask('flood')), ask('other')])
  expect(done.indexOf('other')).toBeLessThan(5)
})

test('what is wanted no more when its turn comes is not hashed', async () => {
  atWork.most = 0
  const gone = () => Promise.reject(new Error('signed out'))
  await expect(passwords.hash('asker', 'correct', gone)).rejects.toThrow('signed out')
  await expect(passwords.matches('asker', 'hash', 'x', gone)).rejects.toThrow('signed out')
  expect(atWork.most).toBe(0)
})
