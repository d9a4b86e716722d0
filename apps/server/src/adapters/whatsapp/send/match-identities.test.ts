import { expect, test } from 'vitest'
import { matchIdentities } from './match-identities.ts'

test.each<[string, string[], string[], Record<string, string | null>]>([
  ['nobody is there', ['1', '2'], [], { 1: null, 2: null }],
  [
    'in any order',
    ['1', '2'],
    ['2@s.whatsapp.net', '1@s.whatsapp.net'],
    { 1: '1@s.whatsapp.net', 2: '2@s.whatsapp.net' },
  ],
  ['one is not there', ['1', '2'], ['2@s.whatsapp.net'], { 1: null, 2: '2@s.whatsapp.net' }],
  [
    'one is written in another way',
    ['1', '2', '3'],
    ['2@s.whatsapp.net', '13@s.whatsapp.net'],
    { 2: '2@s.whatsapp.net' },
  ],
  ['identities are no numbers', ['1', '2'], ['9@lid', '8@lid'], {}],
  ['one number, which is written in another way', ['1'], ['9@lid'], { 1: '9@lid' }],
  ['one number, which is not there', ['1'], [], { 1: null }],
])('%s', (_what, numbers, identities, expected) => {
  expect(Object.fromEntries(matchIdentities(numbers, identities))).toEqual(expected)
})
