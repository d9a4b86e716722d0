import { expect, test } from 'vitest'
import { readInbound } from './inbound.ts'

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
