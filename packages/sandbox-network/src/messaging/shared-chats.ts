import { proto } from 'baileys'
import type { Core } from '../core.ts'
import type { ChatKey, MessageRow } from '../store/messages.ts'
import { lidJid, userJid } from '../wire/stanza.ts'

/** Messages of a chat that a phone shares at once. */
const MESSAGES_SHARED = 50
const SECOND = 1000

/** The chats of a phone with contacts, each with its newest messages, newest first. */
export function sharedChats(core: Core, phone: string): proto.IConversation[] {
  return core.messages.last(phone).flatMap(({ contact }) => {
    const chat = sharedChat(core, { phone, contact }, Number.MAX_SAFE_INTEGER, MESSAGES_SHARED)
    return chat.messages?.length ? [chat] : []
  })
}

/** A chat with the messages before a position. */
export function sharedChat(
  core: Core,
  { phone, contact: number }: ChatKey,
  before: number,
  limit: number,
): proto.IConversation {
  const contact = core.directory.contact(phone, number)
  const remoteJid = contact.hidden ? lidJid(contact.lid) : userJid(number)
  const rows = core.messages.page({ phone, contact: number }, limit, before).filter(isShared)
  return {
    id: remoteJid,
    lidJid: lidJid(contact.lid),
    ...(!contact.hidden && { pnJid: userJid(number) }),
    name: contact.name,
    messages: rows.toReversed().map((row) => ({
      msgOrderId: row.seq,
      message: {
        key: { remoteJid, fromMe: row.direction === 'to-contact', id: row.id },
        message: proto.Message.decode(row.content),
        messageTimestamp: Math.floor(row.at / SECOND),
        ...(row.direction === 'from-contact' && { pushName: contact.name }),
      },
    })),
  }
}

function isShared({ kind, mark, content }: MessageRow): boolean {
  return kind !== 'call' && kind !== 'reaction' && mark !== 'deleted' && content.length > 0
}
