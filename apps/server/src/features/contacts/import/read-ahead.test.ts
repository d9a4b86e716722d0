import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Values that are there once they are given. */
function given() {
  const waiting: PromiseWithResolvers<IteratorResult<number>>[] = []
  const asked = { next: () => promised().promise }
  function promised() {
    const one = Promise.withResolvers<IteratorResult<number>>()
    waiting.push(one)
    return one
  }
  return {
    ahead: readAhead(asked),
    async give(value: number | null): Promise<void> {
      waiting.shift()?.resolve(value === null ? { done: true, value } : { done: false, value })
      await Promise.resolve()
    },
    fail: (error: Error) => waiting.shift()?.reject(error),
  }
}

test('gives values in turn, and at once only what is there', async () => {
  const { ahead, give } = given()
  expect(ahead.takeReady()).toBeNull()
  const first = ahead.take()
  await give(1)
  expect(await first).toBe(1)
  await give(2)
  expect(ahead.takeReady()).toBe(2)
  expect(ahead.takeReady()).toBeNull()
  const [third, fourth] = [ahead.take(), ahead.take()]
  await give(3)
  await give(null)
  expect(await Promise.all([third, fourth])).toEqual([3, null])
})

test('has nothing more after its end', async () => {
  const { ahead, give } = given()
  const waiting = ahead.take()
  ahead.end()
  await give(1)
  await give(2)
  expect(await waiting).toBeNull()
  expect(ahead.takeReady()).toBeNull()
  expect(await ahead.take()).toBeNull()
})

test('tells whoever takes it what failed', async () => {
  const { ahead, fail } = given()
  fail(new Error('torn'))
  await expect(ahead.take()).rejects.toThrow('torn')
})
