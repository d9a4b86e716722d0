import * as z from 'zod/mini'

/** The kind of content a message has besides its text. */
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
  other: 'Message without text',
} as const satisfies Record<Exclude<MessageKind, 'text'>, string>

/**
 * Returns the label to show beside a message's text, as a key of `kindTexts`; null when the text is
 * enough.
 */
export function kindLabelOf(kind: MessageKind, text: string): keyof typeof kindTexts | null {
  if (kind !== 'text' && kind !== 'other') return kind
  return text.trim() === '' ? 'other' : null
}

/** Describes a message as plain English text, such as `[picture] This one?`. Never empty. */
export function messageAsText(kind: MessageKind, text: string): string {
  const said = kindLabelOf(kind, text)
  if (said === null) return text
  const what = `[${kindTexts[said].toLowerCase()}]`
  return text.trim() === '' ? what : `${what} ${text}`
}
