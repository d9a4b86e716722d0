import { describe, expect, test } from 'vitest'
import { createLookUp, matchIdentities } from './look-up.ts'

const AINA = '60131000001'
const BUDI = '60131000002'
const JID = `${AINA}@s.whatsapp.net`

function lookUpWith(answer: Promise<{ jid: string; exists: boolean }[] | undefined>) {
  const over = new AbortController()
  const told: string[] = []
  const lookUp = createLookUp({
    socket: { onWhatsApp: () => answer },
    over: over.signal,
    onOverload: () => told.push('overloaded'),
  })
  return { lookUp, over, told }
}
type LookUp = ReturnType<typeof createLookUp>

describe.each([
  ['one number', (lookUp: LookUp) => lookUp.resolve(AINA)],
  ['several numbers', (lookUp: LookUp) => lookUp.resolveAll([AINA, BUDI])],
])('a look-up of %s', (_what, ask) => {
  test('that is never answered ends with its connection', async () => {
    const { lookUp, over } = lookUpWith(new Promise(() => {}))
    const asked = ask(lookUp)
    over.abort()
    await expect(asked).rejects.toThrow('The connection is over.')
  })

  test('that is refused for its rate rests the device', async () => {
    const { lookUp, told } = lookUpWith(Promise.reject(new Error('rate-overlimit')))
    await expect(ask(lookUp)).rejects.toThrow('rate-overlimit')
    expect(told).toEqual(['overloaded'])
  })

  test('without an answer is no word on who is there', async () => {
    const { lookUp, told } = lookUpWith(Promise.resolve(undefined))
    await expect(ask(lookUp)).rejects.toThrow('The network did not answer.')
    expect(told).toEqual([])
  })
})

test('only who is there has an identity', async () => {
  const there = lookUpWith(Promise.resolve([{ jid: JID, exists: true }])).lookUp
  const away = lookUpWith(Promise.resolve([{ jid: JID, exists: false }])).lookUp
  expect([await there.resolve(AINA), await away.resolve(AINA)]).toEqual([JID, null])
  expect(await there.resolveAll([AINA, BUDI])).toEqual(
    new Map([
      [AINA, JID],
      [BUDI, null],
    ]),
  )
})

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
