import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { generateWAMessage, proto } from 'baileys'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OutgoingFacts, OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import { silentLogger } from '../connection/socket-config.ts'
import { createMediaCache } from '../media/media-cache.ts'
import { contentOf } from './message-content.ts'

const content = (fileType: string, text = '') =>
  contentOf({
    messageId: 'm',
    jid: 'j',
    text,
    media: { path: '/f', fileType, originalName: 'Menu.pdf' },
  })
const url = { url: '/f' }
const VOICE = 'audio/ogg; codecs=opus'

test.each([
  ['image/png', 'Hai', { image: url, mimetype: 'image/png', caption: 'Hai' }],
  ['video/mp4', '', { video: url, mimetype: 'video/mp4' }],
  ['video/webm', 'Hai', { document: url, fileName: 'Menu.pdf', caption: 'Hai' }],
  [VOICE, '', { audio: url, mimetype: VOICE, ptt: true }],
  ['audio/mpeg', '', { audio: url, mimetype: 'audio/mpeg', ptt: false }],
  ['audio/mpeg', 'Hai', { document: url, fileName: 'Menu.pdf', caption: 'Hai' }],
  ['application/pdf', 'Hai', { document: url, mimetype: 'application/pdf', caption: 'Hai' }],
])('a file of the type %s with the text %j', (fileType, text, expected) => {
  expect(content(fileType, text)).toMatchObject(expected)
})

const FACTS: OutgoingFacts = {
  width: 64,
  height: 48,
  seconds: 3,
  thumbnail: '/9j/2Q==',
  isLooping: false,
}
const NONE = { ...FACTS, width: null, height: null, seconds: null, thumbnail: null }
const PICTURE = new Uint8Array([255, 216, 255, 217])

test.each<[string, string, OutgoingFacts | undefined, proto.IMessage]>([
  [
    'a video',
    'video/mp4',
    FACTS,
    { videoMessage: { width: 64, height: 48, seconds: 3, jpegThumbnail: PICTURE } },
  ],
  ['a GIF', 'video/mp4', { ...FACTS, isLooping: true }, { videoMessage: { gifPlayback: true } }],
  [
    'a video of which nothing is known',
    'video/mp4',
    NONE,
    { videoMessage: { mimetype: 'video/mp4' } },
  ],
  ['a voice note', VOICE, { ...NONE, seconds: 3 }, { audioMessage: { ptt: true, seconds: 3 } }],
  ['a voice note of an older version', VOICE, undefined, { audioMessage: { ptt: true } }],
])(
  '%s says what is known, to the second person as to the first, and starts no program',
  async (_, fileType, facts, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'kirim-content-'))
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const ran = join(folder, 'ran')
    writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\necho > ${ran}\n`)
    chmodSync(join(folder, 'ffmpeg'), 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
    const path = join(folder, 'file')
    writeFileSync(path, 'a film')
    const mediaCache = createMediaCache(createFakeClock())
    let uploads = 0
    for (const messageId of ['one', 'two']) {
      const media = { path, fileType, originalName: 'x', ...(facts && { facts }) }
      const content = contentOf({ messageId, jid: 'a@s.whatsapp.net', text: '', media })
      const made = await generateWAMessage('a@s.whatsapp.net', content, {
        userJid: 'b@s.whatsapp.net',
        logger: silentLogger,
        mediaCache,
        upload: async () => {
          uploads += 1
          return { mediaUrl: 'https://x/v/1', directPath: '/v/1' }
        },
      })
      const sent = proto.Message.decode(proto.Message.encode(made.message ?? {}).finish())
      expect(proto.Message.toObject(sent, { bytes: String })).toMatchObject(
        proto.Message.toObject(proto.Message.fromObject(expected), { bytes: String }),
      )
    }
    expect(uploads).toBe(1)
    expect(existsSync(ran)).toBe(false)
  },
)

describe('a message in the words of the driver', () => {
  const message = (fileType: string | null, text = 'Hello'): OutgoingMessage => ({
    messageId: 'A',
    jid: 'j',
    text,
    media: fileType === null ? null : { path: '/m/f', fileType, originalName: 'jadual.x' },
  })
  const source = { url: '/m/f' }

  test.each<[string | null, string, object]>([
    [null, 'Hello', { text: 'Hello', linkPreview: null }],
    ['image/png', 'Hello', { image: source, mimetype: 'image/png', caption: 'Hello' }],
    ['image/jpeg', '', { image: source, mimetype: 'image/jpeg' }],
    ['video/mp4', '', { video: source, mimetype: 'video/mp4', jpegThumbnail: '' }],
    ['image/svg+xml', '', { document: source, mimetype: 'image/svg+xml', fileName: 'jadual.x' }],
    [
      'image/webp',
      'x',
      { document: source, mimetype: 'image/webp', fileName: 'jadual.x', caption: 'x' },
    ],
    ['IMAGE/PNG', '', { document: source, mimetype: 'IMAGE/PNG', fileName: 'jadual.x' }],
    ['', '', { document: source, mimetype: '', fileName: 'jadual.x' }],
  ])('%s with %j', (fileType, text, expected) => {
    expect(contentOf(message(fileType, text))).toEqual(expected)
  })
})
