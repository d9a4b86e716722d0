import { parsePath } from '@kirim/contract/answer-path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberAsWritten } from '../../../platform/exact-json.ts'
import { textAt } from './fetch-api-values.ts'

const answer = {
  price: 4.5,
  written: numberAsWritten('1.50'),
  name: 'Kopi "O"',
  none: null,
  open: false,
  data: { items: [{ price: 'RM 4' }, { price: 'RM 5' }], 'two words': { 'a.b': 'found' } },
  0: 'zero',
}

describe('a path', () => {
  test.each([
    ['price', '4.5'],
    [' price ', '4.5'],
    ['name', 'Kopi "O"'],
    ['open', 'false'],
    ['none', ''],
    ['none.deeper', null],
    ['missing', null],
    ['price.toFixed', null],
    ['written', '1.50'],
    ['written.rawJSON', null],
    ['constructor.name', null],
    ['__proto__', null],
    ['data.items[0].price', 'RM 4'],
    ['data.items.1.price', 'RM 5'],
    ['data.items[2].price', null],
    ['data.items.length', '2'],
    ['data.items[1]', '{"price":"RM 5"}'],
    ['data["two words"]["a.b"]', 'found'],
    ['["data"].items[0].price', 'RM 4'],
    [String.raw`["\u0064ata"].items[0].price`, 'RM 4'],
    ['[0]', 'zero'],
    ['$.data.items[0].price', 'RM 4'],
    ['$["data"].items[1].price', 'RM 5'],
    ['$', JSON.stringify(answer)],
    ['', JSON.stringify(answer)],
  ])('%j leads to %j', (path, text) => {
    expect(textAt(answer, parsePath(path) ?? ['not a path'])).toBe(text)
  })

  test.each([
    'a..b',
    'a.',
    'a[',
    'a[]',
    'a[x]',
    'a[-1]',
    "a['b']",
    'a["b"',
    '[0]a',
    '["a\\q"]',
    '"a"',
  ])('%j is none', (path) => expect(parsePath(path)).toBeNull())

  test('finds every key in any notation', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (keys) => {
        const path = keys.map((key) => `[${JSON.stringify(key)}]`).join('')
        expect(parsePath(path)).toEqual(keys)
      }),
    )
  })

  test('never throws', () => {
    const soup = fc.array(fc.constantFrom('a', '.', '[', ']', '0', '"', '\\', "'", ' '))
    fc.assert(
      fc.property(soup, fc.jsonValue(), (parts, json) => {
        textAt(json, parsePath(parts.join('')) ?? [])
      }),
    )
  })

  test('is empty when the value is nested too deep to be serialized', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(textAt(deep, [])).toBe('')
  })
})
