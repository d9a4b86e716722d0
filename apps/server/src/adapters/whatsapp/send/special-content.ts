import type { MessageKind } from '@kirim/contract/message-kinds'
import {
  type AnyMessageContent,
  type AuthenticationCreds,
  isJidGroup,
  isLidUser,
  type MessageRelayOptions,
  type proto,
  type WAMessageKey,
} from 'baileys'
import type { OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { MessageName, OutgoingContent } from '../../../platform/message-content.ts'

/** Content that is neither text nor a file; null for a plain message. */
export function specialContentOf({ content, ...message }: OutgoingMessage) {
  switch (content?.type) {
    case 'poll':
      return {
        poll: {
          name: content.question,
          values: [...content.options],
          selectableCount: content.choices,
          messageSecret: Buffer.from(content.secret, 'base64'),
        },
      } satisfies AnyMessageContent
    case 'reaction':
      return { react: { text: content.emoji, key: keyOf(message.jid, content.to) } }
    case 'edit':
      return {
        text: message.text,
        linkPreview: null,
        edit: keyOf(message.jid, content.of),
      } satisfies AnyMessageContent
    case 'deletion':
      return { delete: keyOf(message.jid, content.of) }
    default:
      return null
  }
}

/** What the network is told of a message that it cannot read. */
export function relayOptionsOf({ jid, content }: OutgoingMessage): Partial<MessageRelayOptions> {
  switch (content?.type) {
    case 'poll':
      return { additionalNodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] }
    case 'edit':
      return { additionalAttributes: { edit: '1' } }
    case 'deletion': {
      // An administrator of a group deletes what somebody else wrote.
      const isOfOthers = isJidGroup(jid) && !content.of.fromMe
      return { additionalAttributes: { edit: isOfOthers ? '8' : '7' } }
    }
    default:
      return {}
  }
}

type Quoted = NonNullable<Extract<OutgoingContent, { type: 'message' }>['quotes']>

/** The quoted message, as much of it as a quotation shows. */
export function quotedOf({ jid, content }: OutgoingMessage) {
  if (content?.type !== 'message' || !content.quotes) return {}
  const { quotes } = content
  return { quoted: { key: keyOf(jid, quotes), message: shownOf(quotes) } }
}

/** The account's own address, as the people of this chat know it. */
export function ownAddress(jid: string, { me }: AuthenticationCreds): string {
  return (isLidUser(jid) && me?.lid) || me?.id || ''
}

function keyOf(jid: string, { messageId, senderJid, fromMe }: MessageName): WAMessageKey {
  const isOfOthers = isJidGroup(jid) && !fromMe && senderJid !== ''
  return { remoteJid: jid, id: messageId, fromMe, ...(isOfOthers && { participant: senderJid }) }
}

const EMPTY: Partial<Record<MessageKind, (text: string) => proto.IMessage>> = {
  image: (caption) => ({ imageMessage: { caption } }),
  video: (caption) => ({ videoMessage: { caption } }),
  audio: () => ({ audioMessage: {} }),
  document: (caption) => ({ documentMessage: { caption } }),
  sticker: () => ({ stickerMessage: {} }),
  location: (name) => ({ locationMessage: { name } }),
  contact: (displayName) => ({ contactMessage: { displayName } }),
  poll: (name) => ({ pollCreationMessage: { name } }),
}

function shownOf({ kind, text }: Quoted): proto.IMessage {
  return EMPTY[kind]?.(text) ?? { conversation: text }
}
