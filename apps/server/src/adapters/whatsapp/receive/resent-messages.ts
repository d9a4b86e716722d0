import { type BinaryNode, isJidGroup, isLidUser, isPnUser, proto, type WAMessage } from 'baileys'
import { isOfOwnAccount, type Me } from './read-inbound.ts'

/** A message's content, with its stanza. */
export interface Resent {
  readonly stanza: BinaryNode
  readonly content: proto.IMessage
}

/**
 * The messages that the own phone sends again in this one; empty for all other messages. Some
 * messages, such as the first one after a click on an advertisement, reach a linked device without
 * their content; others cannot be decrypted. The driver requests them from the phone, whose answer
 * arrives as a message of the own account.
 */
export function readResent(
  stanza: BinaryNode,
  { protocolMessage }: proto.IMessage,
  me: Me,
): Resent[] {
  if (stanza.attrs.category !== 'peer' || !isOfOwnAccount(stanza, me)) return []
  const results =
    protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap((result) => {
    const info = readInfo(result.placeholderMessageResendResponse?.webMessageInfoBytes)
    if (!info?.key || !info.message) return []
    const original = stanzaOf({ ...info, key: info.key }, me)
    return original ? { stanza: original, content: info.message } : []
  })
}

/** Null when it is invalid. */
function readInfo(bytes: Uint8Array | null | undefined): proto.IWebMessageInfo | null {
  try {
    return bytes ? proto.WebMessageInfo.decode(bytes) : null
  } catch {
    return null
  }
}

/**
 * The stanza as it would have arrived with its content; null when the phone does not report the
 * sender or the chat.
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
