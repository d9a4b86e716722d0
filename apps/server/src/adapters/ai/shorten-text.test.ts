import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenText } from './shorten-text.ts'

test.each([
  ['  short  ', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['one two three', 10, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one…'],
  ['abcdefghijkl', 6, 'abcde…'],
  ['a bcdefghijkl', 8, 'a bcdef…'],
  ['你好你好你好', 4, '你好你…'],
  ['ab😀😀😀', 4, 'ab…'],
  ['ab👨‍👩‍👧‍👦', 8, 'ab…'],
  ['', 5, ''],
])('%j in %d is %j', (text, maxLength, expected) => {
  expect(shortenText(text, maxLength)).toBe(expected)
})

test('is never longer than the maximum, and never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const short = shortenText(text, max)
      expect(short.length).toBeLessThanOrEqual(max)
      expect(short.isWellFormed()).toBe(true)
    }),
  )
})
