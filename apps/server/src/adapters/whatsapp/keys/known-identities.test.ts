import { expect, test } from 'vitest'
import { createKnownIdentities } from './known-identities.ts'

const PIECES: Readonly<Record<string, readonly string[]>> = {
  '60131000001': ['"77"', '"77"', '"88"'],
  '77_reverse': ['"60131000001"'],
  '88_reverse': ['"x"', '7', '{', '"60131000002"'],
}
const known = createKnownIdentities(async (workspaceId, kind, name) =>
  workspaceId === 'u' && kind === 'lid-mapping' ? (PIECES[name] ?? []) : [],
)

test.each([
  ['of a number its identities', { phoneNumber: '60131000001', lid: null }, ['77@lid', '88@lid']],
  ['of an identity its number', { phoneNumber: null, lid: '77@lid' }, ['60131000001']],
  ['and nothing that is none', { phoneNumber: null, lid: '88@lid' }, ['60131000002']],
  ['of others nothing', { phoneNumber: '60131000009', lid: null }, []],
  ['of nobody nothing', { phoneNumber: null, lid: null }, []],
])('an owner’s devices know %s', async (_what, person, expected) => {
  expect(await known({ workspaceId: 'u', ...person })).toEqual(expected)
})
