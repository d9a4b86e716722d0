import fc from 'fast-check'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { readMobileNumber } from './mobile-number.ts'
import { holdsTwoNumbers, phoneLikeness, readByLibrary, readPhoneNumber } from './phone-number.ts'

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
    ['6,0123456789E+10', '60123456789'],
    ['60123456789.0', '60123456789'],
    ['+60123456789.00', '60123456789'],
    ['0123456789,0', '60123456789'],
    ['60,123,456,789', '60123456789'],
    ['60,123,456,789.00', '60123456789'],
    ['60.123.456.789', '60123456789'],
    ['1. 0123456330', '60123456330'],
    ['2. 0123456330', '60123456330'],
    ['20. 012-345 6330', '60123456330'],
    ['1.0123456330', '60123456330'],
    ['(1) 0123456330', '60123456330'],
    ['(20) 0123456330', '60123456330'],
    ['3) 0123456330', '60123456330'],
    ['60 0123456789', '60123456789'],
    ['12) +60123456330', '60123456330'],
    ['(03) 2161 2345', '60321612345'],
    ['(03)21612345', '60321612345'],
    ['(65) 9123 4567', '6591234567'],
    ['p:+60123456789', '60123456789'],
    ['="0123456789"', '60123456789'],
    ['=+60123456789', '60123456789'],
    ['whatsapp:+60123456789', '60123456789'],
    ['tel:+60-12-345-6789', '60123456789'],
    ['tel://0123456789', '60123456789'],
    ['(+60) 12-345 6789', '60123456789'],
    ['(+60)123456789', '60123456789'],
    ['+(60) 12-345 6789', '60123456789'],
    ['++60123456789', '60123456789'],
    ['+ 60 12-345 6789', '60123456789'],
    ['https://wa.me/60123456789', '60123456789'],
    ['wa.me/+60123456789?text=Hai%20123', '60123456789'],
    ['https://api.whatsapp.com/send?phone=60123456789&text=Hi', '60123456789'],
    ['https://api.whatsapp.com/send/?text=Hi&phone=%2B60123456789', '60123456789'],
    ['whatsapp://send?phone=60123456789', '60123456789'],
    ['\u20190123456789', '60123456789'],
    ['\u20180123456789\u2019', '60123456789'],
    ['`0123456789', '60123456789'],
    ['\u00b40123456789', '60123456789'],
    ['"0123456789"', '60123456789'],
    ['\u201c0123456789\u201d', '60123456789'],
    ['\u00ab0123456789\u00bb', '60123456789'],
    ['HP: 0123456789', '60123456789'],
    ['H/P 012-3456789', '60123456789'],
    ['H/P: (012) 345 6789', '60123456789'],
    ['No. Tel (HP): 0123456789', '60123456789'],
    ['Tel. 03-2161 2345', '60321612345'],
    ['Telefon 1: 0123456789', '60123456789'],
    ['WhatsApp +60123456789', '60123456789'],
    ['M: 0123456789', '60123456789'],
    ['手机：0123456789', '60123456789'],
    ['0123456789 (Ali)', '60123456789'],
    ['0123456789 [HP]', '60123456789'],
    ['(HP) 0123456789', '60123456789'],
    ['0123456789#', '60123456789'],
    ['0123456789;', '60123456789'],
    ['- 0123456789', '60123456789'],
    ['\u2022 0123456789', '60123456789'],
    ['03-2161 2345 ext 12', '60321612345'],
    ['\u001f0123456789', '60123456789'],
    ['\u00000123456789', '60123456789'],
    ['012\u2013345\u00a06789', '60123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '60123456789'],
    ['०१२३४५६७८९', '60123456789'],
    ['০১২৩৪৫৬৭৮৯', '60123456789'],
    ['០១២៣៤៥៦៧៨៩', '60123456789'],
    ['၀၁၂၃၄၅၆၇၈၉', '60123456789'],
    ['٠١٢٣٤٥٦٧٨٩', '60123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '60123456789'],
    ['𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '60123456789'],
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
    '6,01235E+10',
    '1.5',
    '60123456789.5',
    '60123456789,25',
    '60123456789.05',
    '012345678.9',
    '20.0',
    '65. 91234567',
    '0123456789 (2)',
    '03-2345678-9',
    '1 0123456330',
    '2 0123456330',
    '2 01112345678',
    '65 0123456789',
    '15/11/2026',
    '15-11-2026',
    '15.11.2026',
    '2026-11-15 13:59',
    'Fax: 03-2161 2345',
    'Ref: 202611010001',
    'RM 60123456789',
    'https://wa.me/message/ABC0123456789',
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
    ['4915112345678', 'DE', '4915112345678'],
    ['49 1511 2345678', 'DE', '4915112345678'],
    ['01511 2345678', 'DE', '4915112345678'],
    ['0151/12345678', 'DE', '4915112345678'],
    ['030/123456', 'DE', '4930123456'],
    ['62811234567', 'ID', '62811234567'],
    ['75.09.77', 'NC', '687750977'],
    ['(787) 278-2252', 'PR', '17872782252'],
    ['(62) 9123 4567', 'SG', '6591234567'],
    ['06.12.34.56.78', 'FR', '33612345678'],
    ['1.212.555.0123', 'US', '12125550123'],
    ['1-800-555-0123', 'US', '18005550123'],
  ])('%s from %s is %s', (written, country, digits) => {
    expect(readPhoneNumber(written, country)).toBe(digits)
  })

  test.each([
    '0123456789 / 0198765432',
    '0123456789/0198765432',
    '0123456789;0198765432',
    '0123456789, 0198765432',
    '012-345 6789 ::: 019-876 5432',
    '012-345 6789 atau 019-876 5432',
    '0123456789 or 0198765432',
    '0123456789\n0198765432',
    '0123456789 & 0198765432',
    '0123456789 0198765432',
    '+60123456789 +60198765432',
    'HP: 0123456789, 0198765432',
    '03-2345678/9',
    '03-23456789/90/91',
  ])('%j is two numbers, of which none is taken', (written) => {
    expect(readPhoneNumber(written, 'MY')).toBeNull()
    expect(holdsTwoNumbers(written)).toBe(true)
  })

  test.each(['', 'abc', '12', '0123456789', '0151/1234567', '60,123,456,789', '15/11/2026'])(
    '%j is not two numbers',
    (written) => expect(holdsTwoNumbers(written)).toBe(false),
  )

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
        const read = readMobileNumber(asked, of)
        if (read === null) return
        plain += 1
        expect(read).toBe(readByLibrary(asked, of))
      }),
      { numRuns: 5000 },
    )
    expect(plain).toBeGreaterThan(200)
  })

  test.each(['60123456789', '+60123456789', '0123456789', '012-345 6789'])(
    '%s needs no library',
    (written) => {
      expect(readMobileNumber(written, 'MY')).toBe(readByLibrary(written, 'MY'))
      expect(readMobileNumber(written, 'MY')).not.toBeNull()
    },
  )

  const ofEveryCountry = getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples)
    return example ? { country, example, digits: example.number.slice(1) } : []
  })
  const examplesOf = fc.constantFrom(...ofEveryCountry)

  test('the own number of every country is read without its plus, and in national form', () => {
    for (const { country, example, digits } of ofEveryCountry) {
      expect([country, readPhoneNumber(digits, country)]).toEqual([country, digits])
      const national = example.formatNational()
      expect([country, readPhoneNumber(national, country)]).toEqual([country, digits])
    }
  })

  test('a decoration never becomes a digit', () => {
    const around = fc.constantFrom<(number: string) => string>(
      (number) => `${number}.0`,
      (number) => `${number},00`,
      (number) => `${number}.5`,
      (number) => `1. ${number}`,
      (number) => `(12) ${number}`,
      (number) => `3) ${number}`,
      (number) => `${number}/9`,
      (number) => `${number}-9`,
      (number) => `${number} (2)`,
      (number) => `${number} (Ali 2)`,
      (number) => `Tel 2: ${number}`,
      (number) => `="${number}"`,
      (number) => `${number} x12`,
    )
    const form = fc.constantFrom<(number: PhoneNumber) => string>(
      ({ number }) => number,
      ({ number }) => number.slice(1),
      (number) => number.formatInternational(),
      (number) => number.formatNational(),
    )
    fc.assert(
      fc.property(examplesOf, around, form, ({ country, example, digits }, decorate, write) => {
        expect([digits, null]).toContain(readPhoneNumber(decorate(write(example)), country))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['0123456789', 4],
    ['60123456789', 4],
    ['03-2161 2345', 3],
    ['+6591234567', 3],
    ['6591234567', 2],
    ['202611010001', 0],
    ['261101000123', 0],
    ['60123456789@c.us', 4],
    ['Ali', 0],
  ])('%s is like a number of Malaysia: %i', (written, likeness) => {
    expect(phoneLikeness(written, 'MY')).toBe(likeness)
  })
})
