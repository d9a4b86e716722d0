import { expect, test } from 'vitest'
import { ApiError } from '#shared/api/api-error.ts'
import { deliver, inOrder } from './deliver.ts'

const lost = () => new ApiError('network', 0)
const waits: number[] = []
const wait = async (ms: number) => void waits.push(ms)

/** Fails so often, then answers. */
function failing(times: number, error: () => unknown) {
  let left = times
  return async () => {
    if (left-- > 0) throw error()
    return 'sent'
  }
}

test('a lost answer is asked for again, ever later, and at last given up', async () => {
  waits.length = 0
  expect(await deliver(failing(5, lost), wait)).toBe('sent')
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000])
  await expect(deliver(failing(6, lost), wait)).rejects.toMatchObject({ status: 0 })
})

test('a refusal is final', async () => {
  waits.length = 0
  const refused = () => new ApiError('opted_out', 409)
  await expect(deliver(failing(1, refused), wait)).rejects.toMatchObject({ status: 409 })
  expect(waits).toEqual([])
})

test('messages of a chat leave one after the other, whatever became of the one before', async () => {
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const all = [
    inOrder('c1', async () => {
      await first.promise
      done.push('first')
      throw lost()
    }).catch(() => undefined),
    inOrder('c1', async () => void done.push('second')),
    inOrder('c2', async () => void done.push('of another chat')),
  ]
  await all[2]
  first.resolve()
  await Promise.all(all)
  expect(done).toEqual(['of another chat', 'first', 'second'])
})
