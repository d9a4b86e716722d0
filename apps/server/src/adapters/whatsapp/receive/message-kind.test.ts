import type { MessageKind } from '@kirim/contract/message-kinds'
import type { proto } from 'baileys'
import { expect, test } from 'vitest'
import { readInbound } from './inbound.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const STANZA = {
  tag: 'message',
  attrs: { id: 'A', t: '1763700000', from: '60131000001@s.whatsapp.net' },
}

test.each<[MessageKind, string, proto.IMessage]>([
  ['text', 'harga', { conversation: 'harga' }],
  ['text', 'harga', { extendedTextMessage: { text: 'harga' } }],
  ['text', 'Ya', { buttonsResponseMessage: { selectedDisplayText: 'Ya' } }],
  ['image', '', { imageMessage: {} }],
  ['image', 'ini', { imageMessage: { caption: 'ini' } }],
  ['image', '', { viewOnceMessageV2: { message: { imageMessage: {} } } }],
  ['image', '', { botInvokeMessage: { message: { imageMessage: {} } } }],
  ['image', '', { deviceSentMessage: { message: { imageMessage: {} } } }],
  ['video', '', { videoMessage: {} }],
  ['video', '', { ptvMessage: {} }],
  ['audio', '', { audioMessage: { ptt: true } }],
  [
    'document',
    'resit',
    { documentWithCaptionMessage: { message: { documentMessage: { caption: 'resit' } } } },
  ],
  ['sticker', '', { stickerMessage: {} }],
  ['location', '', { locationMessage: {} }],
  ['location', '', { liveLocationMessage: {} }],
  ['contact', '', { contactMessage: {} }],
  ['contact', '', { contactsArrayMessage: {} }],
  ['other', '', { interactiveResponseMessage: {} }],
])('%s %j', (kind, text, content) => {
  expect(readInbound(STANZA, content, ME)).toMatchObject({ kind, text })
})

test('a poll', () => {
  expect(readInbound(STANZA, { pollCreationMessageV3: { name: '?' } }, ME)?.kind).toBe('poll')
})
