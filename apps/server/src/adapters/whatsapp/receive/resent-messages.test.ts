import { type BinaryNode, proto } from 'baileys'
import { expect, test } from 'vitest'
import { readInbound } from './read-inbound.ts'
import { createResentMessages } from './resent-messages.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const PERSON = '60131000001@s.whatsapp.net'
const SENT_AT = 1_763_700_000

const stanza = (attrs: Record<string, string>): BinaryNode => ({
  tag: 'message',
  attrs: { t: String(SENT_AT), ...attrs },
})
const own = (attrs: Record<string, string> = {}) =>
  stanza({ id: 'P', from: '60111111111@s.whatsapp.net', category: 'peer', ...attrs })

/** The phone's answer, encoded and decoded as on the wire. */
function answer(info: proto.IWebMessageInfo): proto.IMessage {
  const webMessageInfoBytes = proto.WebMessageInfo.encode({
    messageTimestamp: SENT_AT,
    message: { conversation: 'harga' },
    ...info,
  }).finish()
  const content = proto.Message.encode({
    protocolMessage: {
      peerDataOperationRequestResponseMessage: {
        peerDataOperationResult: [
          {},
          { placeholderMessageResendResponse: { webMessageInfoBytes: Buffer.from('harga') } },
          { placeholderMessageResendResponse: { webMessageInfoBytes } },
        ],
      },
    },
  }).finish()
  return proto.Message.decode(content)
}

function hear(carrier: BinaryNode, content: proto.IMessage, before: BinaryNode[] = []) {
  const resent = createResentMessages()
  for (const one of before) resent.remember(one)
  return resent
    .read(carrier, content, ME)
    .map((message) => readInbound(message.stanza, message.content, ME))
}

test.each<[string, proto.IWebMessageInfo, object]>([
  [
    'of a person',
    { key: { id: 'A', remoteJid: PERSON, fromMe: false }, pushName: 'Farah' },
    { chatJid: PERSON, senderNumber: '60131000001', senderName: 'Farah', fromMe: false },
  ],
  [
    'of somebody in a group',
    { key: { id: 'A', remoteJid: '1203@g.us', fromMe: false, participant: PERSON } },
    { chat: 'group', chatJid: '1203@g.us', senderNumber: '60131000001', fromMe: false },
  ],
  [
    'of the owner',
    { key: { id: 'A', remoteJid: PERSON, fromMe: true } },
    { chatJid: PERSON, fromMe: true },
  ],
])('what the phone sends again is the message it is: %s', (_whose, info, expected) => {
  expect(hear(own(), answer(info))).toEqual([
    expect.objectContaining({
      messageId: 'A',
      text: 'harga',
      sentAt: SENT_AT * 1000,
      ...expected,
    }),
  ])
})

test('uses the sender of the first stanza, which came without content', () => {
  const before = stanza({ id: 'A', from: '77@lid', sender_pn: PERSON, notify: 'Farah' })
  const said = answer({ key: { id: 'A', remoteJid: '77@lid', fromMe: false } })
  expect(hear(own(), said, [before])).toEqual([
    expect.objectContaining({
      chatJid: '77@lid',
      senderNumber: '60131000001',
      senderName: 'Farah',
      text: 'harga',
    }),
  ])
})

test.each<[string, proto.IMessageKey]>([
  ['where it was written', { id: 'A', fromMe: false }],
  ['who wrote it into a group', { id: 'A', remoteJid: '1203@g.us', fromMe: false }],
  ['a chat we know the kind of', { id: 'A', remoteJid: 'x@bot', fromMe: false }],
  ['that it is no status post', { id: 'A', remoteJid: 'status@broadcast', fromMe: false }],
])('an answer that does not say %s brings none', (_what, key) => {
  expect(hear(own(), answer({ key }))).toEqual([])
})

test.each<[string, BinaryNode]>([
  ['from somebody else', own({ from: PERSON })],
  ['that is no message between own devices', own({ category: '' })],
])('nothing is read from a message %s', (_what, carrier) => {
  const said = answer({ key: { id: 'A', remoteJid: PERSON, fromMe: false } })
  expect(hear(carrier, said)).toEqual([])
})

test('an answer without the message brings none', () => {
  const said = answer({ key: { id: 'A', remoteJid: PERSON }, message: null })
  expect(hear(own(), said)).toEqual([])
})

test('tells messages of several people with the same id apart', () => {
  const before = [
    stanza({ id: 'A', from: '77@lid', sender_pn: PERSON, notify: 'Farah' }),
    stanza({ id: 'A', from: '60131000002@s.whatsapp.net', notify: 'Mei' }),
    stanza({ id: 'A', from: '1203@g.us', participant: '88@lid', notify: 'Ali' }),
    stanza({ id: 'A', from: '1203@g.us', participant: '99@lid', notify: 'Siti' }),
  ]
  const named = (key: proto.IMessageKey) =>
    hear(own(), answer({ key: { id: 'A', fromMe: false, ...key } }), before)[0]?.senderName
  expect(named({ remoteJid: PERSON })).toBe('Farah')
  expect(named({ remoteJid: '60131000002@s.whatsapp.net' })).toBe('Mei')
  expect(named({ remoteJid: '1203@g.us', participant: '88@lid' })).toBe('Ali')
  expect(named({ remoteJid: '1203@g.us', participant: '99@lid' })).toBe('Siti')
  expect(named({ remoteJid: '60131000003@s.whatsapp.net' })).toBe('')
})
