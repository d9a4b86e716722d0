import { encodeWAMessage, type proto } from 'baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage, readContent } from './content.ts'

const media = { mimetype: 'x/y', mediaKey: Buffer.alloc(32), directPath: '/v/a', fileLength: 7 }

describe('the content of a message', () => {
  it.each<[string, proto.IMessage, string, string]>([
    ['plain text', { conversation: 'Hello' }, 'text', 'Hello'],
    ['text with a preview', { extendedTextMessage: { text: 'Hello' } }, 'text', 'Hello'],
    [
      'disappearing text',
      { ephemeralMessage: { message: { conversation: 'Hello' } } },
      'text',
      'Hello',
    ],
    ['picture', { imageMessage: { ...media, caption: 'Look' } }, 'image', 'Look'],
    ['picture without a caption', { imageMessage: media }, 'image', ''],
    ['video', { videoMessage: { ...media, caption: 'Look' } }, 'video', 'Look'],
    ['voice note', { audioMessage: media }, 'audio', ''],
    [
      'document',
      { documentMessage: { ...media, caption: 'Read', fileName: 'a.pdf' } },
      'document',
      'Read',
    ],
    [
      'document with a caption around it',
      {
        documentWithCaptionMessage: { message: { documentMessage: { ...media, caption: 'Read' } } },
      },
      'document',
      'Read',
    ],
    ['sticker', { stickerMessage: media }, 'sticker', ''],
    ['reaction', { reactionMessage: { text: '👍' } }, 'reaction', '👍'],
    ['buttons', { buttonsMessage: { contentText: 'Choose' } }, 'buttons', 'Choose'],
    ['list', { listMessage: { title: 'T', description: 'Choose' } }, 'list', 'Choose'],
    ['button reply', { buttonsResponseMessage: { selectedDisplayText: 'Yes' } }, 'reply', 'Yes'],
    ['list reply', { listResponseMessage: { title: 'One' } }, 'reply', 'One'],
    ['place', { locationMessage: { name: 'Home' } }, 'location', 'Home'],
    ['poll', { pollCreationMessageV3: { name: 'Tea?' } }, 'poll', 'Tea?'],
    ['contact', { contactMessage: { displayName: 'Aina' } }, 'contact', 'Aina'],
    ['message for the program', { protocolMessage: { type: 0 } }, 'protocol', ''],
    ['nothing known', {}, 'other', ''],
  ])('%s', (_what, message, kind, text) => {
    const content = readContent(parseMessage(encodeWAMessage(message)))
    expect(content).toMatchObject({ kind, text })
    expect(content.media?.fileSize).toBe(
      ['image', 'video', 'audio', 'document', 'sticker'].includes(kind) ? 7 : undefined,
    )
  })

  it('any text is unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(readContent(parseMessage(encodeWAMessage({ conversation: text }))).text).toBe(text)
      }),
    )
  })

  it('bytes that are not a message are refused', () => {
    for (const bytes of [[], [200], [255, 255, 255, 255, 1]]) {
      expect(() => parseMessage(Uint8Array.from(bytes))).toThrow()
    }
  })
})
