import { generateWAMessage, proto } from 'baileys'
import { describe, expect, test } from 'vitest'
import type { OutgoingContent } from '../../../platform/message-content.ts'
import { silentLogger } from '../connection/socket-config.ts'
import { contentOf } from './message-content.ts'
import { ownAddress, quotedOf, relayOptionsOf } from './special-content.ts'

const PERSON = '60123@s.whatsapp.net'
const GROUP = '1203@g.us'
const MEMBER = '60155@s.whatsapp.net'
const SECRET = Buffer.alloc(32, 7).toString('base64')

const own = { messageId: 'OURS', senderJid: '', fromMe: true }
const theirs = { messageId: 'THEIRS', senderJid: MEMBER, fromMe: false }

async function made(jid: string, content: OutgoingContent, text = 'Hai') {
  const message = { messageId: 'NEW', jid, text, media: null, content }
  const { message: ready } = await generateWAMessage(jid, contentOf(message), {
    ...quotedOf(message),
    userJid: '60100@s.whatsapp.net',
    logger: silentLogger,
    upload: async () => ({ mediaUrl: '', directPath: '' }),
  })
  const read = proto.Message.decode(proto.Message.encode(ready ?? {}).finish())
  return { read: proto.Message.toObject(read, { bytes: String, enums: String }), message }
}

describe('what changes a message', () => {
  test.each<[string, string, OutgoingContent, object, object]>([
    [
      'a reaction to a person of a group',
      GROUP,
      { type: 'reaction', to: theirs, emoji: '👍' },
      {
        reactionMessage: {
          text: '👍',
          key: { remoteJid: GROUP, id: 'THEIRS', fromMe: false, participant: MEMBER },
        },
      },
      {},
    ],
    [
      'an edit',
      PERSON,
      { type: 'edit', of: own },
      {
        protocolMessage: {
          type: 'MESSAGE_EDIT',
          key: { remoteJid: PERSON, id: 'OURS', fromMe: true },
          editedMessage: { extendedTextMessage: { text: 'Hai' } },
        },
      },
      { additionalAttributes: { edit: '1' } },
    ],
    [
      'a deletion',
      PERSON,
      { type: 'deletion', of: own },
      { protocolMessage: { type: 'REVOKE', key: { id: 'OURS', fromMe: true } } },
      { additionalAttributes: { edit: '7' } },
    ],
    [
      "a deletion of somebody else's message in a group",
      GROUP,
      { type: 'deletion', of: theirs },
      { protocolMessage: { type: 'REVOKE', key: { id: 'THEIRS', participant: MEMBER } } },
      { additionalAttributes: { edit: '8' } },
    ],
    [
      'a poll',
      PERSON,
      { type: 'poll', question: 'Tea?', options: ['Yes', 'No'], choices: 1, secret: SECRET },
      {
        messageContextInfo: { messageSecret: SECRET },
        pollCreationMessageV3: {
          name: 'Tea?',
          options: [{ optionName: 'Yes' }, { optionName: 'No' }],
          selectableOptionsCount: 1,
        },
      },
      { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] },
    ],
  ])('%s', async (_, jid, content, expected, told) => {
    const { read, message } = await made(jid, content)
    expect(read).toMatchObject(expected)
    expect(relayOptionsOf(message)).toEqual(told)
  })
})

test.each([
  ['their picture', theirs, 'image', MEMBER, { imageMessage: { caption: 'Menu' } }],
  ['our own text', own, 'text', '60100@s.whatsapp.net', { conversation: 'Menu' }],
] as const)('quotes %s, and mentions people', async (_, name, kind, participant, quotedMessage) => {
  const quotes = { ...name, kind, text: 'Menu' }
  const { read } = await made(GROUP, { type: 'message', quotes, mentions: [MEMBER] })
  expect(read.extendedTextMessage).toMatchObject({
    text: 'Hai',
    contextInfo: { stanzaId: name.messageId, participant, quotedMessage, mentionedJid: [MEMBER] },
  })
})

test('a voice note shows how loud it is', () => {
  const waveform = Buffer.from([0, 50, 100]).toString('base64')
  const media = { path: '/f', fileType: 'audio/ogg; codecs=opus', originalName: 'note.ogg' }
  const content = { type: 'message', isVoice: true, waveform } as const
  expect(contentOf({ messageId: 'A', jid: PERSON, text: '', media, content })).toMatchObject({
    ptt: true,
    waveform: new Uint8Array([0, 50, 100]),
  })
})

test.each([
  ['5@lid', '9@lid'],
  [PERSON, '60100@s.whatsapp.net'],
])('in the chat with %s the account is %s', (jid, expected) => {
  const me = { id: '60100@s.whatsapp.net', lid: '9@lid' }
  expect(ownAddress(jid, { me } as Parameters<typeof ownAddress>[1])).toBe(expected)
})
