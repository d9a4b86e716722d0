import { expect, test } from 'vitest'
import { mediaOf } from '#shared/testing/samples.ts'
import { type Attachment, partsOf } from './attachment.ts'

const picture: Attachment = {
  id: '1',
  file: new File(['x'], 'peta.jpg', { type: 'image/jpeg' }),
  isVoice: false,
}
const voice: Attachment = {
  id: '2',
  file: new File(['x'], 'voice.webm', { type: 'audio/webm' }),
  isVoice: true,
}
const saved: Attachment = { id: '3', media: mediaOf() }

test.each<[string, string, Attachment[], string[]]>([
  ['a text alone', 'Hai', [], ['Hai']],
  ['a file alone', '', [picture], [' 1']],
  ['the text on the first of several', 'Hai', [picture, saved, voice], ['Hai 1', ' 3', ' 2']],
  ['a text before sound', 'Hai', [voice, picture], ['Hai', ' 2', ' 1']],
])('%s', (_what, text, attachments, expected) => {
  const parts = partsOf(text, attachments)
  const shown = parts.map(
    (part) => `${part.text}${part.attachment ? ` ${part.attachment.id}` : ''}`,
  )
  expect(shown).toEqual(expected)
})
