import { proto } from 'baileys'
import type { Core } from '../core.ts'
import type { ChatKey } from '../store/messages.ts'

/** The content of messages to which the timer of a chat is attached. */
const TIMED = [
  'extendedTextMessage',
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const

/** The seconds after which messages of a chat disappear; 0 for never. */
export const timerOf = ({ store }: Core, { phone, contact }: ChatKey): number =>
  store.one<{ seconds: number }>(
    'SELECT seconds FROM chat_timer WHERE phone = ? AND contact = ?',
    phone,
    contact,
  )?.seconds ?? 0

/** Stores the timer of a chat; returns the message that announces it. */
export function setTimer(core: Core, { phone, contact }: ChatKey, seconds: number): proto.IMessage {
  core.store.run(
    'INSERT OR REPLACE INTO chat_timer (phone, contact, seconds) VALUES (?, ?, ?)',
    phone,
    contact,
    seconds,
  )
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING,
      ephemeralExpiration: seconds,
    },
  }
}

/** A message of a contact, with the timer of its chat. */
export function withTimer(core: Core, chat: ChatKey, content: proto.IMessage): proto.IMessage {
  const expiration = timerOf(core, chat)
  if (expiration === 0) return content
  const { conversation, ...rest } = content
  const timed: proto.IMessage =
    conversation == null ? rest : { ...rest, extendedTextMessage: { text: conversation } }
  for (const kind of TIMED) {
    const part = timed[kind]
    if (part)
      Object.assign(timed, {
        [kind]: { ...part, contextInfo: { ...part.contextInfo, expiration } },
      })
  }
  return timed
}

/** The seconds after which a stored message disappears; undefined for never. */
export function expirationOf(stored: Uint8Array): number | undefined {
  const content = proto.Message.decode(stored)
  const inner = content.ephemeralMessage?.message ?? content
  for (const kind of TIMED) {
    const expiration = inner[kind]?.contextInfo?.expiration
    if (expiration) return expiration
  }
  return undefined
}
