import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactly } from './exact-json.ts'

test.each(['1.50', '12345678901234567890', '1e3', '-0', '[0.10,{"a":1.0}]', '"1.50"', 'null'])(
  '%s is written back as it was read',
  (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text)
  },
)

test('reads what JSON.parse reads, and writes the same', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const once = JSON.stringify(JSON.parse(text))
      expect(JSON.stringify(JSON.parse(JSON.stringify(parseExactly(text))))).toBe(once)
    }),
  )
})

test('what it is to change is changed; numbers keep their form', () => {
  const changed = parseExactly('{"a":"x","b":1.50}', (value) => (value === 'x' ? 'y' : value))
  expect(JSON.stringify(changed)).toBe('{"a":"y","b":1.50}')
})

test('what is no JSON is refused', () => {
  expect(() => parseExactly('{')).toThrow(SyntaxError)
})
