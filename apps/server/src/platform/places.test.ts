import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('who comes when all places are taken gets the first that is left, in turn', async () => {
  const places = createPlaces(1)
  await places.take()
  const order: string[] = []
  const a = places.take().then(() => order.push('a'))
  const b = places.take().then(() => order.push('b'))
  places.leave()
  await a
  expect(order).toEqual(['a'])
  places.leave()
  await b
  places.leave()
  await places.take()
})
