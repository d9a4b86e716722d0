import { type BinaryNode, proto } from 'baileys'
import { expect, test } from 'vitest'
import { readInbound } from './read-inbound.ts'
import { readResent } from './resent-messages.ts'

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

function hear(carrier: BinaryNode, content: proto.IMessage) {
  return readResent(carrier, content, ME).map((message) =>
    readInbound(message.stanza, message.content, ME),
  )
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
