import { expect, test } from 'vitest'
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
