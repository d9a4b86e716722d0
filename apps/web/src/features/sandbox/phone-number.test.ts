import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digitsOf, isGroupId, isPhoneNumber } from './phone-number.ts'

it.each([
  ['+60 12-345 6789', '60123456789'],
  ['(012) 345.6789', '0123456789'],
  ['\t60123\n', '60123'],
  ['', ''],
  ['12a', '12a'],
  ['６０１２', '６０１２'],
])('%j is read as %j', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits)
})

it.each([
  ['12345', false],
  ['123456', true],
  ['1'.repeat(15), true],
  ['1'.repeat(16), false],
  ['12345a', false],
  ['123456\n', false],
  ['', false],
  ['１２３４５６', false],
])('%j is a number: %s', (digits, valid) => {
  expect(isPhoneNumber(digits)).toBe(valid)
})

it('reads a number in any notation, and never as a group', () => {
  const written = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('', ' ', '-', '.', ' (', ') ')),
    { minLength: 6, maxLength: 15 },
  )
  fc.assert(
    fc.property(written, (parts) => {
      const digits = parts.map(([digit]) => digit).join('')
      const read = digitsOf(`+${parts.flat().join('')}`)
      expect(read).toBe(digits)
      expect([isPhoneNumber(read), isGroupId(read)]).toEqual([true, false])
    }),
  )
})
