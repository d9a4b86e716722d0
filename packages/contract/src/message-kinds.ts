import { z } from 'zod'

/** What kind of thing a message brought, beside its words. */
export const MessageKind = z.enum([
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
  'poll',
  'other',
])
export type MessageKind = z.infer<typeof MessageKind>

export const kindTexts = {
  image: 'Picture',
  video: 'Video',
  audio: 'Voice message',
  document: 'Document',
  sticker: 'Sticker',
  location: 'Location',
  contact: 'Contact',
  poll: 'Poll',
  other: 'Message without words',
} as const satisfies Record<Exclude<MessageKind, 'text'>, string>

/** A message where only words can stand, in English: `[picture] This one?`. Never empty. */
export function messageInWords(kind: MessageKind, text: string): string {
  const words = text.trim()
  if (words !== '' && (kind === 'text' || kind === 'other')) return text
  const what = `[${kindTexts[kind === 'text' ? 'other' : kind].toLowerCase()}]`
  return words === '' ? what : `${what} ${text}`
}
