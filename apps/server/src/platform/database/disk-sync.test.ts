import { setImmediate as endOfRound } from 'node:timers/promises'
import { until } from '@kirim/testing/until'
import { expect, test } from 'vitest'
import { createDiskSync } from './disk-sync.ts'

/** A disk whose flushes end when the test lets them. */
function setUp() {
  const flushes: PromiseWithResolvers<void>[] = []
  const failures: unknown[] = []
  const disk = createDiskSync(
    () => {
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    },
    (error) => failures.push(error),
  )
  const told: string[] = []
  const write = (name: string) => {
    disk.committed()
    return disk.reached().then(
      () => told.push(name),
      () => told.push(`${name} refused`),
    )
  }
  return { disk, flushes, failures, told, write }
}

test('with nothing committed there is nothing to wait for', async () => {
  const { disk, flushes } = setUp()
  await disk.reached()
  expect(flushes).toHaveLength(0)
})

test('one round of commits is one flush, and nobody is told before it has ended', async () => {
  const { flushes, told, write } = setUp()
  const all = Promise.all([write('a'), write('b'), write('c')])
  await endOfRound()
  await endOfRound()
  expect({ flushes: flushes.length, told }).toEqual({ flushes: 1, told: [] })
  flushes[0]?.resolve()
  await all
  expect(told).toEqual(['a', 'b', 'c'])
})

test('who commits during a flush is not served by it, but by the next', async () => {
  const { flushes, told, write } = setUp()
  const first = write('first')
  await endOfRound()
  const late = Promise.all([write('late'), write('later')])
  await endOfRound()
  expect(flushes).toHaveLength(1)
  flushes[0]?.resolve()
  await first
  expect(told).toEqual(['first'])
  await until('the next flush begins', () => flushes.length === 2)
  flushes[1]?.resolve()
  await late
  expect(told).toEqual(['first', 'late', 'later'])
})

test('who has nothing of their own waits for what is being flushed', async () => {
  const { disk, flushes, told, write } = setUp()
  const first = write('written')
  await endOfRound()
  const read = disk.reached().then(() => told.push('read'))
  await endOfRound()
  expect(told).toEqual([])
  flushes[0]?.resolve()
  await Promise.all([first, read])
  expect(told.toSorted()).toEqual(['read', 'written'])
})

test('after a flush that failed nobody is told anything any more, but once who can end it', async () => {
  const { flushes, failures, told, write } = setUp()
  const first = write('first')
  await endOfRound()
  const second = write('second')
  const fault = new Error('EIO')
  flushes[0]?.reject(fault)
  await Promise.all([first, second])
  await write('third')
  expect(told.toSorted()).toEqual(['first refused', 'second refused', 'third refused'])
  expect(flushes).toHaveLength(1)
  expect(failures).toEqual([fault])
})
