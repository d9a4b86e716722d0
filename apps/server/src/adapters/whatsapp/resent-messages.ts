import {
  areJidsSameUser,
  type BinaryNode,
  getBinaryNodeChild,
  isJidGroup,
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
 * Some messages, such as the first after a click on an advertisement, reach a linked device without their content. The
 * driver asks the phone for it, and the phone's answer comes as a message of the own account. What is known of the
 * sender came with the first stanza; after a restart, what the phone says of them stands for it.
 */
export function createResentMessages() {
  const withoutContent = new LRUCache<string, BinaryNode>({ max: REMEMBERED_MAX })

  return {
    /** A stanza has come. */
    note(stanza: BinaryNode): void {
      const { id } = stanza.attrs
      if (id && getBinaryNodeChild(stanza, 'unavailable')) withoutContent.set(id, stanza)
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
        const stanza = withoutContent.get(id) ?? stanzaOf({ ...info, key: info.key }, me)
        return { stanza, content: info.message }
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

/** As it would have come with its content. */
function stanzaOf({ key, pushName, messageTimestamp, participant }: WAMessage, me: Me): BinaryNode {
  const { id, remoteJid, fromMe } = key
  const inGroup = Boolean(isJidGroup(remoteJid ?? undefined))
  const author = fromMe ? me.id : (key.participant ?? participant)
  const attrs: Record<string, string | null | undefined> = {
    id,
    t: String(messageTimestamp ?? 0),
    notify: pushName,
    ...(inGroup ? { from: remoteJid, participant: author } : placeOfTwo(remoteJid, fromMe, me)),
  }
  const told = Object.entries(attrs).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { tag: 'message', attrs: Object.fromEntries(told) }
}

function placeOfTwo(
  remoteJid: string | null | undefined,
  fromMe: boolean | null | undefined,
  me: Me,
) {
  return fromMe ? { from: me.id, recipient: remoteJid } : { from: remoteJid }
}
