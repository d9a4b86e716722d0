import {
  areJidsSameUser,
  type BinaryNode,
  isJidGroup,
  isLidUser,
  isPnUser,
  type proto,
  proto as protocol,
  type WAMessage,
} from 'baileys'
import { LRUCache } from 'lru-cache'

const REMEMBERED_MAX = 1000

export interface Me {
  readonly id: string
  readonly lid: string
}

/** A message's content with the stanza it came with. */
export interface Resent {
  readonly stanza: BinaryNode
  readonly content: proto.IMessage
}

/**
 * Some messages, such as the first after a click on an advertisement, reach a linked device without
 * their content; others cannot be decrypted. The driver asks the phone for them, and the phone's
 * answer comes as a message of the own account. What is known of the sender came with the first
 * stanza; after a restart, what the phone says of them stands for it.
 */
export function createResentMessages() {
  const unread = new LRUCache<string, BinaryNode>({ max: REMEMBERED_MAX })

  return {
    /** A stanza has come; what it says is not known yet. */
    note({ tag, attrs }: BinaryNode): void {
      if (attrs.id) unread.set(attrs.id, { tag, attrs })
    },
    /** It is kept: nobody needs to send it again. */
    forget({ attrs }: BinaryNode): void {
      if (attrs.id) unread.delete(attrs.id)
    },
    /** What the own phone sends again in this message; nothing for every other message. */
    read(stanza: BinaryNode, { protocolMessage }: proto.IMessage, me: Me): Resent[] {
      const { category, from } = stanza.attrs
      const isOwn = areJidsSameUser(from, me.id) || areJidsSameUser(from, me.lid)
      if (category !== 'peer' || !isOwn) return []
      const results =
        protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
      return results.flatMap((result) => {
        const info = readInfo(result.placeholderMessageResendResponse?.webMessageInfoBytes)
        const id = info?.key?.id
        if (!info?.key || !info.message || !id) return []
        const stanza = unread.get(id) ?? stanzaOf({ ...info, key: info.key }, me)
        return stanza ? { stanza, content: info.message } : []
      })
    },
  }
}

/** Null when it is none. */
function readInfo(bytes: Uint8Array | null | undefined): proto.IWebMessageInfo | null {
  try {
    return bytes ? protocol.WebMessageInfo.decode(bytes) : null
  } catch {
    return null
  }
}

/**
 * As it would have come with its content; null when the phone does not say who wrote it, or where.
 */
function stanzaOf({ pushName, messageTimestamp, ...info }: WAMessage, me: Me): BinaryNode | null {
  const place = placeOf(info, me)
  if (!place || !info.key.id) return null
  const { id } = info.key
  const name = pushName ? { notify: pushName } : {}
  return { tag: 'message', attrs: { id, t: String(messageTimestamp ?? 0), ...name, ...place } }
}

function placeOf({ key, participant }: WAMessage, me: Me): Record<string, string> | null {
  const { remoteJid, fromMe } = key
  if (!remoteJid) return null
  if (isJidGroup(remoteJid)) {
    const author = fromMe ? me.id : (key.participant ?? participant)
    return author ? { from: remoteJid, participant: author } : null
  }
  if (!isPnUser(remoteJid) && !isLidUser(remoteJid)) return null
  return fromMe ? { from: me.id, recipient: remoteJid } : { from: remoteJid }
}
