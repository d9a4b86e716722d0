import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['harga', 5, 'harga'],
  ['harga', 4, 'harg'],
  ['a😀', 2, 'a'],
  ['ok👨‍👩‍👧‍👦', 6, 'ok'],
  ['ok👨‍👩‍👧‍👦!', 13, 'ok👨‍👩‍👧‍👦'],
  ['🇲🇾🇸🇬', 6, '🇲🇾'],
  ['a\u0301b', 1, ''],
  ['harga', 0, ''],
  ['harga', -1, ''],
])('%j, %d at most, is %j', (text, maxLength, cut) => {
  expect(cutText(text, maxLength)).toBe(cut)
})

test('is the beginning of the text, and no longer than asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 30 }), (text, maxLength) => {
      const cut = cutText(text, maxLength)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(maxLength)
      expect(cutText(cut, maxLength)).toBe(cut)
    }),
  )
})
