import { normalizeMessageContent, proto } from 'baileys'
import type { MessageRow } from '../store/messages.ts'
import type { Group } from '../types.ts'
import { userJid } from '../wire/stanza.ts'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** How the network marks the stanza of a change. */
const EDITED = '1'
const DELETED_BY_AUTHOR = '7'
const DELETED_BY_ADMIN = '8'

/**
 * The attribute that distinguishes a change from a message. The network knows the administrator of
 * a group; a deletion by anyone else is by the message's author.
 */
export function changeAttrs({ kind, content, author }: MessageRow, group?: Group) {
  if (kind !== 'protocol') return {}
  const { protocolMessage } = normalizeMessageContent(proto.Message.decode(content)) ?? {}
  if (protocolMessage?.type === MESSAGE_EDIT) return { edit: EDITED }
  if (protocolMessage?.type !== REVOKE || !protocolMessage.key) return {}
  const isAdmin = group?.owner === author && !protocolMessage.key.fromMe
  return { edit: isAdmin ? DELETED_BY_ADMIN : DELETED_BY_AUTHOR }
}

/** The deletion of a message for everybody; `by` an administrator when its author is named. */
export function deletionOf({ phone, contact, id }: MessageRow, author?: string): proto.IMessage {
  const remoteJid = contact.endsWith('@g.us') ? contact : userJid(phone)
  const key = author === undefined ? { fromMe: true } : { fromMe: false, participant: author }
  return { protocolMessage: { type: REVOKE, key: { remoteJid, id, ...key } } }
}

/** An edit, in the envelope that phones use. */
export function editOf({ phone, contact, id, content }: MessageRow, text: string, at: number) {
  const remoteJid = contact.endsWith('@g.us') ? contact : userJid(phone)
  const { imageMessage } = proto.Message.decode(content)
  const editedMessage: proto.IMessage = imageMessage
    ? { imageMessage: { ...imageMessage, caption: text } }
    : { conversation: text }
  const key = { remoteJid, id, fromMe: true }
  const protocolMessage = { type: MESSAGE_EDIT, key, editedMessage, timestampMs: at }
  return { editedMessage: { message: { protocolMessage } } } satisfies proto.IMessage
}
