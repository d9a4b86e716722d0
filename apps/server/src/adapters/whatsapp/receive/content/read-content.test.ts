import { proto } from 'baileys'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredContent } from '../../../../platform/message-content.ts'
import { readInbound } from '../read-inbound.ts'
import { readContent } from './read-content.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const isMe = (jid: string) => jid === '60111111111@s.whatsapp.net'
const key = Buffer.alloc(32, 7)
const base64 = key.toString('base64')

/** Encoded and decoded, as on the wire. */
function read(message: proto.IMessage): StoredContent | null {
  const sent = proto.Message.encode(proto.Message.fromObject(message)).finish()
  return readContent(proto.Message.decode(sent), isMe)
}

const FILE = {
  mediaKey: key,
  fileSha256: key,
  fileEncSha256: key,
  directPath: '/v/t62/x?ccb=1',
  fileLength: 1234,
}
const STORED = {
  fileName: '',
  fileSize: 1234,
  directPath: '/v/t62/x?ccb=1',
  mediaKey: base64,
  fileSha256: base64,
  fileEncSha256: base64,
}

describe('the file of', () => {
  test.each<[string, proto.IMessage, object]>([
    [
      'a picture',
      {
        imageMessage: { ...FILE, mimetype: 'image/jpeg', width: 3, height: 2, jpegThumbnail: key },
      },
      { ...STORED, fileType: 'image/jpeg', width: 3, height: 2, thumbnail: base64 },
    ],
    [
      'a video that plays in a loop',
      { videoMessage: { ...FILE, mimetype: 'video/mp4', seconds: 4, gifPlayback: true } },
      { ...STORED, fileType: 'video/mp4', seconds: 4 },
    ],
    [
      'a voice note',
      {
        audioMessage: {
          ...{ ...FILE, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 9 },
          waveform: Buffer.from([0, 50, 100]),
        },
      },
      { ...STORED, fileType: 'audio/ogg', seconds: 9, isVoice: true, waveform: 'ADJk' },
    ],
    [
      'a document, whose name leads nowhere',
      {
        documentWithCaptionMessage: {
          message: {
            documentMessage: {
              ...{ ...FILE, mimetype: 'application/pdf', pageCount: 3 },
              fileName: '..\\../etc/Resit\u202e\n.pdf',
            },
          },
        },
      },
      { ...STORED, fileType: 'application/pdf', fileName: 'Resit .pdf', pages: 3 },
    ],
    [
      'a sticker that says nothing of its type',
      { stickerMessage: { ...FILE, mimetype: 'no type' } },
      { ...STORED, fileType: 'application/octet-stream' },
    ],
  ])('%s', (_what, message, file) => expect(read(message)?.file).toEqual(file))

  test.each<[string, Partial<typeof FILE>]>([
    ['a short key', { mediaKey: Buffer.alloc(31) }],
    ['no hash', { fileSha256: Buffer.alloc(0) }],
    ['no path', { directPath: '' }],
    ['a path to another host', { directPath: '@example.com/x' }],
    ['a path that is too long', { directPath: `/${'x'.repeat(1001)}` }],
  ])('one with %s is not fetched', (_what, change) => {
    expect(read({ imageMessage: { ...FILE, ...change } })).toBeNull()
  })
})

const vcard = [
  ...['BEGIN:VCARD', 'FN:Farah Ali', 'item1.TEL;waid=60131000001:+60 13-100 0001'],
  ...['TEL;type=CELL:+60 13-100 0002', 'TEL:none', 'END:VCARD'],
].join('\r\n')

describe('beside the text:', () => {
  test.each<[string, proto.IMessage, object | undefined]>([
    [
      'a place',
      { locationMessage: { degreesLatitude: 3.1, degreesLongitude: 101.6, name: 'Kedai' } },
      {
        type: 'location',
        ...{ latitude: 3.1, longitude: 101.6, name: 'Kedai', address: '', isLive: false },
      },
    ],
    ['a place outside of the earth', { locationMessage: { degreesLatitude: 91 } }, undefined],
    ['a place that is no number', { locationMessage: { degreesLatitude: Number.NaN } }, undefined],
    [
      'a place that moves',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
      expect.objectContaining({ type: 'location', isLive: true }),
    ],
    [
      'a contact',
      { contactMessage: { displayName: '', vcard } },
      {
        type: 'contacts',
        contacts: [{ name: 'Farah Ali', phoneNumbers: ['60131000001', '60131000002'] }],
      },
    ],
    [
      'contacts',
      { contactsArrayMessage: { contacts: [{ displayName: 'Mei', vcard: '' }] } },
      { type: 'contacts', contacts: [{ name: 'Mei', phoneNumbers: [] }] },
    ],
    [
      'a poll',
      {
        messageContextInfo: { messageSecret: key },
        pollCreationMessageV3: {
          ...{ name: 'Bila?', selectableOptionsCount: 1 },
          options: [{ optionName: 'Isnin' }, { optionName: 'Selasa' }],
        },
      },
      {
        type: 'poll',
        ...{ question: 'Bila?', choices: 1, options: ['Isnin', 'Selasa'], secret: base64 },
      },
    ],
    [
      'a link',
      {
        extendedTextMessage: {
          text: 'lihat kedai.my/a',
          ...{ matchedText: 'kedai.my/a', title: 'Kedai', description: 'Buka' },
        },
      },
      {
        type: 'link',
        ...{ url: 'https://kedai.my/a', title: 'Kedai', description: 'Buka', thumbnail: '' },
      },
    ],
    [
      'a link that does not stand in the text',
      { extendedTextMessage: { text: 'bank.my', matchedText: 'evil.my', title: 'Bank' } },
      undefined,
    ],
    [
      'a link to no page',
      { extendedTextMessage: { text: 'javascript:x', matchedText: 'javascript:x', title: 'x' } },
      undefined,
    ],
    [
      'a call',
      { callLogMesssage: { isVideo: true, callOutcome: 1 } },
      { type: 'call', isVideo: true, outcome: 'missed' },
    ],
  ])('%s', (_what, message, special) => expect(read(message)?.special).toEqual(special))

  test.each<[string, proto.IMessage]>([
    ['in its envelope', { viewOnceMessageV2: { message: { imageMessage: FILE } } }],
    ['that says so itself', { imageMessage: { ...FILE, viewOnce: true } }],
  ])('a picture that is seen once, %s, is a placeholder alone', (_how, message) => {
    expect(read(message)).toEqual({ special: { type: 'view_once', of: 'image' } })
  })

  test.each<[string, string, string]>([
    ['of the person', '60131000001:3@s.whatsapp.net', '60131000001@s.whatsapp.net'],
    ['of the number itself', '60111111111@s.whatsapp.net', ''],
  ])('a quoted message %s', (_whose, participant, senderJid) => {
    const contextInfo = {
      stanzaId: 'Q',
      participant,
      quotedMessage: { imageMessage: { caption: 'harga?' } },
    }
    expect(read({ extendedTextMessage: { text: 'ya', contextInfo } })?.quoted).toEqual({
      senderJid,
      kind: 'image',
      text: 'harga?',
    })
  })

  test('nothing of a plain text', () => {
    expect(read({ conversation: 'harga' })).toBeNull()
    expect(read({ extendedTextMessage: { text: 'harga' } })).toBeNull()
  })
})

const stanza = {
  tag: 'message',
  attrs: { id: 'A', t: '1763700000', from: '60131000001@s.whatsapp.net' },
}

test('a picture of an album without words is shown, and nobody hears it', () => {
  const inAlbum = {
    imageMessage: FILE,
    messageContextInfo: { messageAssociation: { associationType: 1 } },
  }
  const { isQuiet, kind, content } = readInbound(stanza, inAlbum, ME) ?? {}
  expect([isQuiet, kind, content?.file?.fileSize]).toEqual([true, 'image', 1234])
  expect(readInbound(stanza, { imageMessage: FILE }, ME)?.isQuiet).toBeUndefined()
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('x'.repeat(2_000_000)),
  fc.constant('\u0301'.repeat(100_000)),
  fc.constant('\0\ud800'),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc.constant(key),
  fc.constant(Buffer.alloc(1_000_000)),
)
const number = fc.oneof(fc.double(), fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER))
const fields = fc.record(
  {
    ...{ mediaKey: bytes, fileSha256: bytes, fileEncSha256: bytes, jpegThumbnail: bytes },
    ...{ waveform: bytes, directPath: text, mimetype: text, fileName: text, title: text },
    ...{ fileLength: number, width: number, height: number, seconds: number, pageCount: number },
    ...{ caption: text, name: text, address: text, description: text, matchedText: text },
    ...{ text, vcard: text, displayName: text, selectableOptionsCount: number },
    ...{ degreesLatitude: number, degreesLongitude: number, viewOnce: fc.boolean() },
    options: fc.array(fc.record({ optionName: text }), { maxLength: 40 }),
    contacts: fc.array(fc.record({ displayName: text, vcard: text }), { maxLength: 3 }),
    contextInfo: fc.record({
      stanzaId: text,
      participant: text,
      quotedMessage: fc.record({ conversation: text }),
    }),
  },
  { requiredKeys: [] },
)
const KINDS = [
  ...['imageMessage', 'videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage'],
  ...['locationMessage', 'liveLocationMessage', 'contactMessage', 'contactsArrayMessage'],
  ...['pollCreationMessage', 'extendedTextMessage', 'callLogMesssage', 'ptvMessage'],
] as const

test('whatever a message has, it is read into little that every database stores', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fields, (kind, fields) => {
      const message = { [kind]: fields } as proto.IMessage
      const { content, text } = readInbound(stanza, message, ME) ?? {}
      const stored = JSON.stringify(content ?? null)
      expect(stored.length).toBeLessThan(300_000)
      expect(stored).not.toMatch(/\\u0000|\\ud[89ab]/)
      expect(JSON.parse(stored)).toEqual(content ?? null)
      expect(text ?? '').not.toContain('\0')
    }),
    { numRuns: 200 },
  )
}, 30_000)
