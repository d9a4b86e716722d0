import type { proto } from 'baileys'
import { expect, test } from 'vitest'
import { readInbound } from './read-inbound.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const PERSON = '60131000001'

function read(attrs: Record<string, string>) {
  return readInbound(
    { tag: 'message', attrs: { id: 'A', t: '1763700000', ...attrs } },
    { conversation: 'harga' },
    ME,
  )
}

test.each<[string, Record<string, string>, boolean]>([
  ['from a number', { from: `${PERSON}@s.whatsapp.net` }, false],
  ['from an identity', { from: '77@lid', sender_pn: `${PERSON}@s.whatsapp.net` }, false],
  [
    'from the own phone to a number',
    { from: '60111111111@s.whatsapp.net', recipient: `${PERSON}@s.whatsapp.net` },
    true,
  ],
  [
    'from the own phone to an identity',
    {
      from: '60111111111@s.whatsapp.net',
      recipient: '77@lid',
      peer_recipient_pn: `${PERSON}@s.whatsapp.net`,
    },
    true,
  ],
  [
    'from the own phone as an identity, to an identity',
    {
      from: '900@lid',
      sender_pn: '60111111111@s.whatsapp.net',
      recipient: '77@lid',
      recipient_pn: `${PERSON}@s.whatsapp.net`,
    },
    true,
  ],
])('%s: the number is the other person’s', (_what, attrs, fromMe) => {
  expect(read(attrs)).toMatchObject({ fromMe, senderNumber: PERSON, chat: 'individual' })
})

test.each<[string, Record<string, string>]>([
  ['from it', { from: '77:3@lid', sender_pn: `${PERSON}@s.whatsapp.net` }],
  ['from a number', { from: `${PERSON}@s.whatsapp.net`, sender_lid: '77@lid' }],
  [
    'from the own phone to a number',
    {
      from: '60111111111@s.whatsapp.net',
      sender_lid: '900@lid',
      recipient: `${PERSON}@s.whatsapp.net`,
      peer_recipient_lid: '77@lid',
    },
  ],
  [
    'from the own phone to it',
    { from: '900@lid', sender_pn: '60111111111@s.whatsapp.net', recipient: '77@lid' },
  ],
])('%s: the identity is the other person’s', (_what, attrs) => {
  expect(read(attrs)).toMatchObject({ chatLid: '77@lid' })
})

test('a group has no identity of a person', () => {
  const attrs = {
    from: '1203@g.us',
    participant: '77@lid',
    participant_pn: `${PERSON}@s.whatsapp.net`,
  }
  expect(read(attrs)).toMatchObject({ chatLid: null, senderNumber: PERSON, chat: 'group' })
})

test('nobody’s number is taken for the other person’s when it is not told', () => {
  const attrs = { from: '900@lid', sender_pn: '60111111111@s.whatsapp.net', recipient: '77@lid' }
  expect(read(attrs)).toMatchObject({ fromMe: true, senderNumber: null, chatJid: '77@lid' })
})

test.each(['0@s.whatsapp.net', 'status@broadcast', '1@newsletter'])(
  'what %s announces is no message',
  (from) => expect(read({ from, participant: `${PERSON}@s.whatsapp.net` })).toBeNull(),
)

test.each([
  ['Farah', 'Farah'],
  ['Farah\n R\0', 'Farah R'],
  ['\u200b', ''],
])('whoever calls themselves %j is called %j', (notify, senderName) => {
  expect(read({ from: `${PERSON}@s.whatsapp.net`, notify })).toMatchObject({ senderName })
})

test.each<[string, Record<string, string>, string | null]>([
  ['a person', { from: '77@lid', username: 'siti.kedai' }, 'siti.kedai'],
  ['a person who has none', { from: '77@lid' }, null],
  ['what is none', { from: '77@lid', username: 'siti kedai' }, null],
  [
    'a member of a group',
    { from: '1203@g.us', participant: '77@lid', participant_username: '@siti' },
    'siti',
  ],
  [
    'whom the own phone writes to',
    { from: '900@lid', recipient: '77@lid', username: 'kedai', recipient_username: 'siti' },
    'siti',
  ],
])('the username is that of %s', (_whom, attrs, username) => {
  expect(read(attrs)).toMatchObject({ username })
})

const FROM_PERSON = { from: `${PERSON}@s.whatsapp.net` }

test.each<[string, Record<string, string>]>([
  ['the network itself', { from: '@s.whatsapp.net' }],
  ['an identity without a user', { from: '@lid' }],
  ['a server of somebody else', { from: '123@hosted' }],
  ['a list of many', { from: '1@broadcast', participant: `${PERSON}@s.whatsapp.net` }],
  ['nobody in a group', { from: '1203@g.us', participant: 'nonsense' }],
  ['a member without a user', { from: '1203@g.us', participant: '@lid' }],
  ['the own phone, for this program', { ...FROM_PERSON, category: 'peer' }],
  ['somebody who changes what they wrote', { ...FROM_PERSON, edit: '1' }],
  ['somebody who takes it back', { ...FROM_PERSON, edit: '7' }],
])('what comes from %s is no message', (_what, attrs) => expect(read(attrs)).toBeNull())

test.each<[string, Record<string, string>]>([
  ['no sender', { from: '' }],
  ['nonsense as its sender', { from: 'nonsense' }],
  ['no id', { ...FROM_PERSON, id: '' }],
  ['a group and nobody in it', { from: '1203@g.us' }],
  ['a receiver though it is not ours', { ...FROM_PERSON, recipient: `${PERSON}@s.whatsapp.net` }],
])('with %s it is refused, and taken for nobody’s', (_what, attrs) => {
  expect(() => read(attrs)).toThrow()
})

test.each([
  ['0', 0],
  ['', 0],
  ['soon', 0],
  ['-1', -1000],
  ['1763700000', 1_763_700_000_000],
])('with the time %j it was sent at %i, a number in any case', (t, sentAt) => {
  expect(read({ ...FROM_PERSON, t })).toMatchObject({ sentAt })
})

test('a message to oneself is one’s own, and a device is not another person', () => {
  const own = read({ from: '60111111111@s.whatsapp.net' })
  expect(own).toMatchObject({ fromMe: true, chatJid: '60111111111@s.whatsapp.net' })
  const fromDevice = read({ from: `${PERSON}:12@s.whatsapp.net` })
  expect(fromDevice).toMatchObject({
    fromMe: false,
    chatJid: `${PERSON}@s.whatsapp.net`,
    senderJid: `${PERSON}@s.whatsapp.net`,
  })
})

test.each<[string, proto.IMessage]>([
  ['nothing', {}],
  ['what is for the program', { protocolMessage: { type: 0 } }],
  ['a key of a group', { senderKeyDistributionMessage: { groupId: '1203@g.us' } }],
])('with %s in it there is nothing to answer', (_what, content) => {
  const stanza = { tag: 'message', attrs: { id: 'A', t: '1', ...FROM_PERSON } }
  expect(readInbound(stanza, content, ME)).toBeNull()
})

test('a long text is kept as far as one goes, whole characters and no NUL', () => {
  const stanza = { tag: 'message', attrs: { id: 'A', t: '1', ...FROM_PERSON } }
  const textOf = (conversation: string) => readInbound(stanza, { conversation }, ME)?.text
  expect(textOf('a\0b')).toBe('ab')
  expect(textOf('x'.repeat(65_536))).toHaveLength(65_536)
  expect(textOf('x'.repeat(65_537))).toHaveLength(65_536)
  expect(textOf(`${'x'.repeat(65_535)}🔑`)).toBe('x'.repeat(65_535))
})

test('an id that no database would keep is stood for by another, the same each time', () => {
  const from = `${PERSON}@s.whatsapp.net`
  const stored = (id: string) => read({ id, from })?.messageId
  expect(stored('A'.repeat(128))).toBe('A'.repeat(128))
  for (const id of ['A'.repeat(129), 'A\0']) {
    expect(stored(id)).toMatch(/^[\da-f]{64}$/)
    expect(stored(id)).toBe(stored(id))
    expect(stored(id)).not.toBe(stored(`${id}B`))
  }
})

test('a message that answers another one names it', () => {
  const stanza = { tag: 'message', attrs: { id: 'A', from: `${PERSON}@s.whatsapp.net` } }
  const answering = (stanzaId: string | null) =>
    readInbound(stanza, { extendedTextMessage: { text: 'Yes', contextInfo: { stanzaId } } }, ME)
  expect(answering('M1')).toMatchObject({ text: 'Yes', quotedId: 'M1' })
  expect(answering(null)).not.toHaveProperty('quotedId')
})
