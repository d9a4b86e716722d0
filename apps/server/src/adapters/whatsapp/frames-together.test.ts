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
  holdWithinIteration(line as unknown as Parameters<typeof holdWithinIteration>[0])
  return { line, handed }
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
  expect(handed).toEqual([['a', 'b']])
})
