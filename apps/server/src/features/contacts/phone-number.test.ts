import fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { readByLibrary, readPhoneNumber } from './phone-number.ts'
import { readPlainNumber } from './plain-number.ts'

describe('phone numbers', () => {
  test.each([
    ['0123456789', '60123456789'],
    ['012-345 6789', '60123456789'],
    ['(012) 345.6789', '60123456789'],
    ['123456789', '60123456789'],
    ['60123456789', '60123456789'],
    ['+60123456789', '60123456789'],
    ['+60 12-345 6789', '60123456789'],
    ['+60(0)12-345 6789', '60123456789'],
    ['0060123456789', '60123456789'],
    ["'0123456789", '60123456789'],
    ['\u202a+60 12\u2011345 6789\u202c', '60123456789'],
    ['０１２３４５６７８９', '60123456789'],
    ['60123456789@s.whatsapp.net', '60123456789'],
    ['60123456789:12@s.whatsapp.net', '60123456789'],
    ['60123456789@c.us', '60123456789'],
    ['60123456711', '60123456711'],
    ['601111111111', '601111111111'],
    ['01112345678', '601112345678'],
    ['03-2161 2345', '60321612345'],
    ['+65 9123 4567', '6591234567'],
    ['6591234567', '6591234567'],
    ['447911123456', '447911123456'],
    ['8613800138000', '8613800138000'],
    ['+1 (212) 555-0123', '12125550123'],
    ['6.0123456789E+10', '60123456789'],
    // The network's own form of a Mexican number, which is in no numbering plan.
    ['5215512345678@s.whatsapp.net', '5215512345678'],
  ])('%s from Malaysia is %s', (written, digits) => {
    expect(readPhoneNumber(written, 'MY')).toBe(digits)
  })

  test.each([
    '',
    ' ',
    'abc',
    '12',
    '999',
    '+999123456789',
    '601234567890123',
    '12345678901234567890',
    'Call 0123456789 now',
    '0123456789 / 0198765432',
    '2024-01-05',
    '6.01235E+10',
    '1.5',
    'abc@s.whatsapp.net',
    '1234567890123456@s.whatsapp.net',
    '120363000000000000@g.us',
    '60123456789@lid',
  ])('%j is none', (written) => {
    expect(readPhoneNumber(written, 'MY')).toBeNull()
  })

  test.each([
    ['9123 4567', 'SG', '6591234567'],
    ['0812-3456-7890', 'ID', '6281234567890'],
    ['07911 123456', 'GB', '447911123456'],
    ['0123456789', 'XX', null],
    ['+60123456789', 'XX', '60123456789'],
    ['60123456789', '', '60123456789'],
  ])('%s from %s is %s', (written, country, digits) => {
    expect(readPhoneNumber(written, country)).toBe(digits)
  })

  test('what was read is read again as itself, and is digits only', () => {
    const written = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789+- ()'), maxLength: 20 }),
      fc.integer({ min: 100_000_000, max: 199_999_999 }).map((n) => `0${n}`),
      fc.string({ maxLength: 300 }),
    )
    fc.assert(
      fc.property(written, (text) => {
        const digits = readPhoneNumber(text, 'MY')
        if (digits === null) return
        expect(digits).toMatch(/^[1-9]\d{5,14}$/)
        expect(readPhoneNumber(`+${digits}`, 'MY')).toBe(digits)
      }),
    )
  })

  test('what is read without the library is read alike by it, of every country', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 5,
      maxLength: 11,
    })
    const begins = fc.constantFrom('', '0', '00', '1', '8', '06', '011')
    const written = fc
      .record({ of: fc.constantFrom(...getCountries()), begins, digits, to: fc.boolean() })
      .map(({ of, begins, digits, to }) => ({
        text: `${to ? getCountryCallingCode(of) : ''}${begins}${digits}`,
        of,
      }))
    let plain = 0
    fc.assert(
      fc.property(written, fc.boolean(), ({ text, of }, hasPlus) => {
        const asked = hasPlus ? `+${text}` : text
        const read = readPlainNumber(asked, of)
        if (read === null) return
        plain += 1
        expect(read).toBe(readByLibrary(asked, of))
      }),
      { numRuns: 5000 },
    )
    expect(plain).toBeGreaterThan(200)
  })

  test.each(['60123456789', '+60123456789', '0123456789', '012-345 6789', '+62 812-3456-7890'])(
    '%s needs no library',
    (written) => {
      expect(readPlainNumber(written, 'MY')).toBe(readByLibrary(written, 'MY'))
      expect(readPlainNumber(written, 'MY')).not.toBeNull()
    },
  )
})
