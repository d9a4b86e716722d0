import { expect, test } from 'vitest'
import { createLoopQueue } from './json-body.ts'

test('what waits for an iteration of its own gets one each, in the order it came', async () => {
  const inTurn = createLoopQueue()
  let iteration = 0
  const count = () => {
    iteration += 1
    if (iteration < 20) setImmediate(count)
  }
  setImmediate(count)
  const order: number[] = []
  const iterations = await Promise.all(
    Array.from(
      { length: 5 },
      (_, n) =>
        new Promise<number>((done) =>
          inTurn(() => {
            order.push(n)
            done(iteration)
          }),
        ),
    ),
  )
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(new Set(iterations).size).toBe(5)
})
