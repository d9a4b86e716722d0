import type { MessageKind } from '@kirim/contract/message-kinds'
import { extractMessageContent, type proto } from 'baileys'
import { layersOf } from './message-text.ts'

/** The kind of a message's media; otherwise it is text, or 'other' without text. */
export function kindOf(message: proto.IMessage, text: string): MessageKind {
  const content = extractMessageContent(layersOf(message).at(-1)) ?? {}
  const [, kind] = KINDS.find(([part]) => content[part]) ?? []
  return kind ?? (text === '' ? 'other' : 'text')
}

const KINDS: readonly (readonly [keyof proto.IMessage, MessageKind])[] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['ptvMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker'],
  ['lottieStickerMessage', 'sticker'],
  ['stickerPackMessage', 'sticker'],
  ['locationMessage', 'location'],
  ['liveLocationMessage', 'location'],
  ['contactMessage', 'contact'],
  ['contactsArrayMessage', 'contact'],
  ['pollCreationMessage', 'poll'],
  ['pollCreationMessageV2', 'poll'],
  ['pollCreationMessageV3', 'poll'],
  ['pollCreationMessageV4', 'poll'],
  ['pollCreationMessageV5', 'poll'],
]
