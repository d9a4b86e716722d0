import { expect, test } from 'vitest'
import { type MessageKind, messageAsText } from './message-kinds.ts'

test.each<[MessageKind, string, string]>([
  ['text', 'harga', 'harga'],
  ['text', ' ', '[message without text]'],
  ['other', '', '[message without text]'],
  ['other', 'Yes', 'Yes'],
  ['image', '', '[picture]'],
  ['image', 'This one?', '[picture] This one?'],
  ['audio', '\n', '[voice message]'],
])('%s with %j', (kind, text, words) => expect(messageAsText(kind, text)).toBe(words))
