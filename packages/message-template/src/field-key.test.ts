import { expect, test } from 'vitest'
import { fieldKey, isReservedKey } from './field-key.ts'

test.each([
  ['  Usual \t Order ', 'usual order'],
  // As a database keeps it, so that it is found again.
  ['half \ud800', 'half \ufffd'],
])('%j is the key %j', (label, key) => {
  expect(fieldKey(label)).toBe(key)
})

test.each([
  ['name', true],
  ['api.price', true],
  ['constructor', true],
  ['__proto__', true],
  ['city', false],
])('whether nothing may be called %s: %s', (key, isReserved) => {
  expect(isReservedKey(key)).toBe(isReserved)
})
