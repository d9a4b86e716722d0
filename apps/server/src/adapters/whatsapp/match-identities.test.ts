import { expect, test } from 'vitest'
import { matchIdentities } from './match-identities.ts'

test.each<[string, string[], string[], Record<string, string>, object, string[]]>([
  ['nobody is there', ['1', '2'], [], {}, { 1: null, 2: null }, []],
  [
    'in any order',
    ['1', '2'],
    ['2@s.whatsapp.net', '1@s.whatsapp.net'],
    {},
    { 1: '1@s.whatsapp.net', 2: '2@s.whatsapp.net' },
    [],
  ],
  [
    'one is not there',
    ['1', '2'],
    ['2@s.whatsapp.net'],
    {},
    { 1: null, 2: '2@s.whatsapp.net' },
    [],
  ],
  [
    'one is written in another way',
    ['1', '2', '3'],
    ['2@s.whatsapp.net', '13@s.whatsapp.net'],
    { 3: '13@s.whatsapp.net' },
    { 1: null, 2: '2@s.whatsapp.net', 3: '13@s.whatsapp.net' },
    ['1', '3'],
  ],
  ['identities are no numbers', ['1'], ['9@lid'], { 1: '9@lid' }, { 1: '9@lid' }, ['1']],
])('%s', async (_what, numbers, identities, singly, expected, askedSingly) => {
  const asked: string[] = []
  const found = await matchIdentities(numbers, identities, async (number) => {
    asked.push(number)
    return singly[number] ?? null
  })
  expect(Object.fromEntries(found)).toEqual(expected)
  expect(asked).toEqual(askedSingly)
})
