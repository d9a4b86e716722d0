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
import { maxEntries } from '../../../platform/lru.ts'
import { isOfOwnAccount, type Me } from './read-inbound.ts'

const REMEMBERED_MAX = 1000
/** Stanzas remembered for one id. */
const NAMESAKES_MAX = 20

/** A message's content, with its stanza. */
export interface Resent {
  readonly stanza: BinaryNode
  readonly content: proto.IMessage
}

/**
 * Some messages, such as the first one after a click on an advertisement, reach a linked device
 * without their content; others cannot be decrypted. The driver requests them from the phone, and
 * the phone's answer arrives as a message of the own account. The first stanza has the details of
 * the sender; after a restart the phone's details are used instead.
 */
export function createResentMessages() {
  /** By message id, which senders choose: several people may have chosen the same. */
  const unread = new LRUCache<string, readonly BinaryNode[]>(maxEntries(REMEMBERED_MAX))

  function others({ attrs }: BinaryNode): readonly BinaryNode[] {
    const known = unread.get(attrs.id ?? '') ?? []
    return known.filter((one) => !isSameAddress(one.attrs, attrs)).slice(-NAMESAKES_MAX)
  }

  return {
    /** Remembers a stanza whose content is not known yet. */
    remember({ tag, attrs }: BinaryNode): void {
      if (attrs.id) unread.set(attrs.id, [...others({ tag, attrs }), { tag, attrs }])
    },
    /** Call once the message is stored. */
    forget(stanza: BinaryNode): void {
      const { id = '' } = stanza.attrs
      const left = others(stanza)
      if (left.length > 0) unread.set(id, left)
      else unread.delete(id)
    },
    /** The messages that the own phone sends again in this one; empty for all other messages. */
    read(stanza: BinaryNode, { protocolMessage }: proto.IMessage, me: Me): Resent[] {
      if (stanza.attrs.category !== 'peer' || !isOfOwnAccount(stanza, me)) return []
      const results =
        protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
      return results.flatMap((result) => {
        const info = readInfo(result.placeholderMessageResendResponse?.webMessageInfoBytes)
        const id = info?.key?.id
        if (!info?.key || !info.message || !id) return []
        const message = { ...info, key: info.key }
        const original = unread.get(id)?.find(({ attrs }) => isOf(attrs, message, me))
        const stanza = original ?? stanzaOf(message, me)
        return stanza ? { stanza, content: info.message } : []
      })
    },
  }
}

function isSameAddress(one: BinaryNode['attrs'], other: BinaryNode['attrs']): boolean {
  return ADDRESS.every((name) => one[name] === other[name])
}

const ADDRESS = ['from', 'participant', 'recipient'] as const

/** Whether a stanza belongs to the message that the phone names. */
function isOf(attrs: BinaryNode['attrs'], { key, participant }: WAMessage, me: Me): boolean {
  const { remoteJid, fromMe } = key
  if (isJidGroup(remoteJid ?? '')) {
    const authors = fromMe ? [me.id, me.lid] : [key.participant ?? participant]
    return attrs.from === remoteJid && authors.some((author) => isAnyOf(AUTHOR, attrs, author))
  }
  return isAnyOf(fromMe ? RECEIVER : SENDER, attrs, remoteJid)
}

/** The attributes of a stanza that name a person, by number or LID. */
const AUTHOR = ['participant', 'participant_pn', 'participant_lid']
const SENDER = ['from', 'sender_pn', 'sender_lid']
const RECEIVER = [
  ...['recipient', 'recipient_pn', 'recipient_lid'],
  ...['peer_recipient_pn', 'peer_recipient_lid'],
]

function isAnyOf(
  names: readonly string[],
  attrs: BinaryNode['attrs'],
  person: string | null | undefined,
): boolean {
  return names.some((name) => attrs[name] && areJidsSameUser(attrs[name], person ?? undefined))
}

/** Null when it is invalid. */
function readInfo(bytes: Uint8Array | null | undefined): proto.IWebMessageInfo | null {
  try {
    return bytes ? protocol.WebMessageInfo.decode(bytes) : null
  } catch {
    return null
  }
}

/**
 * The stanza as it would have arrived with its content; null when the phone does not report the
 * sender or the chat.
 */
export function stanzaOf(
  { pushName, messageTimestamp, ...info }: WAMessage,
  me: Me,
): BinaryNode | null {
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
