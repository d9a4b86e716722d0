import { expect, it } from 'vitest'
import { createKeyedLock } from './keyed-lock.ts'

it('keeps the order of tasks with the same key, and runs others meanwhile', async () => {
  const lock = createKeyedLock()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const task = (name: string, wait?: Promise<void>) => async () => {
    log.push(`${name} starts`)
    await wait
    log.push(`${name} ends`)
  }
  const all = [
    lock.run(['a', 'b'], task('first', gate.promise)),
    lock.run(['b', 'c'], task('second')),
    lock.run(['c'], task('third')),
    lock.run(['d'], task('other')),
  ]
  await all[3]
  expect(log).toEqual(['first starts', 'other starts', 'other ends'])
  gate.resolve()
  await Promise.all(all)
  expect(log.slice(3)).toEqual([
    'first ends',
    'second starts',
    'second ends',
    'third starts',
    'third ends',
  ])
})

it('continues after a failed task, and does not deadlock on keys in a different order', async () => {
  const lock = createKeyedLock()
  const failing = lock.run(['a', 'b'], () => Promise.reject(new Error('no')))
  const after = lock.run(['b', 'a'], async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await after).toBe('done')
})
