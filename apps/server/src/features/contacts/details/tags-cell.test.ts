import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tagsCell, tagsInCell } from './tags-cell.ts'

test.each([
  ['VIP, gold;new', ['VIP', 'gold', 'new']],
  ['"VIP, gold"; new', ['VIP, gold', 'new']],
  ['"say ""hi""" , 12" pizza', ['say "hi"', '12" pizza']],
  ['"open, b', ['"open', 'b']],
  ['"a"b, c', ['"a"b', 'c']],
  ['', ['']],
])('the cell %s has the tags %j', (cell, tags) => {
  expect(tagsInCell(cell).filter((tag, index) => tag !== '' || index === 0)).toEqual(tags)
})

test('tags that were exported are those that are read', () => {
  const tag = fc
    .string({ unit: fc.constantFrom(...'a ,;"'), minLength: 1 })
    .map((text) => text.trim())
    .filter(Boolean)
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      expect(tagsInCell(tagsCell(tags)).filter(Boolean)).toEqual(tags)
    }),
  )
})
