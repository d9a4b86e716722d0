import { expect, test } from 'vitest'
import { newId, newIds } from './ids.ts'

test('many ids at once ascend, also from one time to the next, and each is another', () => {
  const ids = [newIds(1000), newIds(1000), newIds(1)].flat()
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(2001)
  for (const id of [ids[0], ids[1999], newId()]) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})
