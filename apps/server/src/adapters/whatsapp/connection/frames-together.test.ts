import { Writable } from 'node:stream'
import { setImmediate as endOfIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdWithinIteration } from './frames-together.ts'

function openLine() {
  const handed: string[][] = []
  const line = new Writable({
    write(chunk, _encoding, done) {
      handed.push([String(chunk)])
      done()
    },
    writev(chunks, done) {
      handed.push(chunks.map(({ chunk }) => String(chunk)))
      done()
    },
  })
  const held = holdWithinIteration(line as unknown as Parameters<typeof holdWithinIteration>[0])
  return { line, handed, ...held }
}

test('what is sent within one iteration leaves at once, in its order, and each is told', async () => {
  const { line, handed } = openLine()
  const told: string[] = []
  for (const frame of ['a', 'b', 'c']) line.write(frame, () => told.push(frame))
  await Promise.resolve()
  line.write('d', () => told.push('d'))
  expect(handed).toEqual([])
  await endOfIteration()
  expect(handed).toEqual([['a', 'b', 'c', 'd']])
  line.write('e')
  await endOfIteration()
  expect(handed.slice(1)).toEqual([['e']])
  expect(told).toEqual(['a', 'b', 'c', 'd'])
})

test('a line that ends sends first what it holds', async () => {
  const { line, handed } = openLine()
  line.write('a')
  line.end('b')
  await endOfIteration()
  expect(handed.flat()).toEqual(['a', 'b'])
})

test('what waits for its keys keeps its place, and holds up nothing that was written before', async () => {
  const { line, handed, holdUntil } = openLine()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  line.write('a')
  holdUntil(first.promise)
  line.write('b')
  holdUntil(second.promise)
  line.write('c')
  await endOfIteration()
  second.resolve()
  await endOfIteration()
  expect(handed).toEqual([['a']])
  first.resolve()
  await endOfIteration()
  expect(handed).toEqual([['a'], ['b', 'c']])
})

test('what waits for keys that cannot be stored never leaves, nor what comes after it', async () => {
  const { line, handed, holdUntil } = openLine()
  const told: unknown[] = []
  holdUntil(Promise.reject(new Error('disk full')))
  line.write('a', (error) => told.push(error))
  await endOfIteration()
  line.write('b', (error) => told.push(error))
  await endOfIteration()
  expect(handed).toEqual([])
  expect(told).toEqual([expect.any(Error), expect.any(Error)])
})

test('what is given up never leaves, and what ends the line does at once', async () => {
  const { line, handed, holdUntil, giveUp } = openLine()
  const kept = Promise.withResolvers<void>()
  const told: unknown[] = []
  line.write('a')
  holdUntil(kept.promise)
  line.write('b', (error) => told.push(error))
  giveUp()
  line.write('end')
  await endOfIteration()
  kept.resolve()
  await endOfIteration()
  expect(handed).toEqual([['a', 'end']])
  expect(told).toEqual([expect.any(Error)])
})
