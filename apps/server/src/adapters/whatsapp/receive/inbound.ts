import { AsyncLocalStorage } from 'node:async_hooks'
import { boundedText } from '@kirim/contract/bounded-text'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  decodeMessageNode,
  getHistoryMsg,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  PSA_WID,
  type proto,
  proto as protocol,
  type SignalAuthState,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  unpadRandomMax16,
  type WAMessageKey,
  type WASocket,
} from 'baileys'
import type {
  InboundChange,
  InboundMessage,
} from '../../../features/chatbots/answering/responder.ports.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { storedId } from '../connection/message-id.ts'
import { inOrder } from '../keys/signal-order.ts'
import type { HealthSigns } from './health-signs.ts'
import { changeIn } from './message-changes.ts'
import { kindOf } from './message-kind.ts'
import { textOf } from './message-text.ts'
import { isOfOwnAccount, type Me } from './own-account.ts'
import type { HistoryReader } from './read-history.ts'
import { createResentMessages, type Resent } from './resent-messages.ts'

/** WhatsApp's own account for announcements; nobody reads replies to it. */
const ANNOUNCEMENTS = jidNormalizedUser(PSA_WID)

/** How the network marks a deletion by an administrator of the group; it knows who is one. */
const DELETED_BY_ADMIN = '8'

/** A message without content: its padding alone. */
const NOTHING = Uint8Array.of(1)

type MakeRepository = SocketConfig['makeSignalRepository']
export type Inbound = Omit<InboundMessage, 'deviceId'>
export type Change = Omit<InboundChange, 'deviceId'>

/**
 * Stores each inbound message before the driver does anything irreversible: `keep` runs inside the
 * transaction that stores the used decryption key, and before the receipt is sent. After a crash at
 * any point the message is either stored, or still at the network and readable when it is delivered
 * again. What it begins belongs to no transaction of the driver's: an answer would be sent as a
 * part of the one that is over by then, and whoever has got the key of a group would be forgotten.
 */
export function createInboundKeeper(
  keep: (message: Inbound) => Promise<void>,
  keepChange: (change: Change) => Promise<void>,
  signs: Pick<HealthSigns, 'read' | 'notRead'>,
  history: Pick<HistoryReader, 'noteOwn'>,
) {
  /** The stanza of each piece of ciphertext. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const resent = createResentMessages()
  const outside = AsyncLocalStorage.snapshot()
  let identity: () => Me = () => ({ id: '', lid: '' })

  const makeSignalRepository: MakeRepository = (auth, logger, lookUp) => {
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, lookUp)
    const keys = transactional(auth)
    return inOrder({
      ...inner,
      decryptMessage: (options) =>
        keys.transaction(async () => {
          const plain = await noted(options.ciphertext, inner.decryptMessage(options))
          return keepPlain(options.ciphertext, plain)
        }, options.jid),
      decryptGroupMessage: (options) =>
        keys.transaction(async () => {
          const plain = await noted(options.msg, inner.decryptGroupMessage(options))
          return keepPlain(options.msg, plain)
        }, options.group),
    })
  }

  async function noted(ciphertext: Uint8Array, plain: Promise<Uint8Array>): Promise<Uint8Array> {
    return plain.catch((error: unknown) => {
      const stanza = stanzas.get(ciphertext)
      if (stanza) signs.notRead(stanza, error)
      throw error
    })
  }

  /** Answers what the driver reads. */
  async function keepPlain(ciphertext: Uint8Array, plain: Uint8Array): Promise<Uint8Array> {
    const stanza = stanzas.get(ciphertext)
    if (!stanza) return plain
    signs.read(stanza)
    const me = identity()
    const content = protocol.Message.decode(unpadRandomMax16(plain))
    for (const one of [{ stanza, content }, ...resent.read(stanza, content, me)]) {
      await keepContent(one, me)
    }
    return passHistory(stanza, content, me) ? plain : NOTHING
  }

  async function keepContent({ stanza, content }: Resent, me: Me): Promise<void> {
    const message = readInbound(stanza, content, me)
    const change = message ? null : readChange(stanza, content, me)
    if (message) await outside(() => keep(message))
    if (change) await outside(() => keepChange(change))
    if (message || change) resent.forget(stanza)
  }

  /**
   * False for a history that is not the own account's. The driver does not read that, but takes it
   * for the first part that it waits for after linking, and sends a receipt for it.
   */
  function passHistory(stanza: BinaryNode, content: proto.IMessage, me: Me): boolean {
    const part = getHistoryMsg(content.deviceSentMessage?.message ?? content)
    if (!part) return true
    if (!isOfOwnAccount(stanza, me)) return false
    history.noteOwn(part)
    return true
  }

  return {
    makeSignalRepository,
    /**
     * Call once the socket is created, so that stanzas are noted before the driver's own listener
     * reads them.
     */
    watch(socket: WASocket): void {
      identity = () => ({
        id: socket.authState.creds.me?.id ?? '',
        lid: socket.authState.creds.me?.lid ?? '',
      })
      socket.ws.prependListener('CB:message', (stanza: BinaryNode) => {
        if (!Array.isArray(stanza.content)) return
        resent.note(stanza)
        for (const { content } of stanza.content) {
          if (content instanceof Uint8Array) stanzas.set(content, stanza)
        }
      })
    },
  }
}

/** The driver always passes a store with transactions, although its type does not say so. */
function transactional({ keys }: SignalAuthState): SignalKeyStoreWithTransaction {
  if ('transaction' in keys) return keys
  throw new Error('The driver gave a key store without transactions.')
}

/** An inbound message for chatbots; null for everything that is not a message to answer. */
export function readInbound(stanza: BinaryNode, content: proto.IMessage, me: Me): Inbound | null {
  if (stanza.attrs.category === 'peer' || stanza.attrs.edit) return null
  const said = content.deviceSentMessage?.message ?? content
  const text = textOf(said)
  if (text === null) return null
  return withWords(stanza, me, said, text)
}

/** What was done to a message that came before; null for everything else. */
export function readChange(stanza: BinaryNode, content: proto.IMessage, me: Me): Change | null {
  if (stanza.attrs.category === 'peer') return null
  const change = changeIn(content.deviceSentMessage?.message ?? content)
  const text = change?.edited ? textOf(change.edited) : ''
  if (!change || text === null) return null
  const changer = withWords(stanza, me, change.edited ?? {}, text)
  if (!changer) return null
  return {
    ...changer,
    messageId: storedId(change.messageId),
    what: change.edited ? 'edited' : 'deleted',
    byAdmin: changer.chat === 'group' && stanza.attrs.edit === DELETED_BY_ADMIN,
    sentAt: change.at || changer.sentAt,
  }
}

/** A message with these words, as its stanza tells of it. */
function withWords(stanza: BinaryNode, me: Me, said: proto.IMessage, text: string): Inbound | null {
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid)
  const { key } = fullMessage
  const chatJid = key.remoteJid ? jidNormalizedUser(key.remoteJid) : ''
  const isGroup = Boolean(isJidGroup(chatJid))
  if (!key.id || !(isGroup || isPerson(chatJid))) return null
  const fromMe = Boolean(key.fromMe)
  const senderJid = (isGroup ? key.participant : chatJid) ?? chatJid
  if (!isAddress(senderJid)) return null
  const identities = [senderJid, ...otherIdentities(stanza, key, isGroup)]
  return {
    messageId: storedId(key.id),
    chatJid,
    chatLid: (!isGroup && identities.map(lidOf).find(Boolean)) || null,
    chat: isGroup ? 'group' : 'individual',
    senderJid: jidNormalizedUser(senderJid),
    senderNumber: identities.map(phoneNumberOf).find(Boolean) ?? null,
    senderName: fromMe ? '' : tidyLine(fullMessage.pushName ?? ''),
    kind: kindOf(said, text),
    text: withoutNul(boundedText(text)),
    fromMe,
    // A message without a time counts as too old.
    sentAt: (Number(fullMessage.messageTimestamp) || 0) * 1000,
  }
}

/** The sender's other identities; in an individual chat always those of the person. */
function otherIdentities(
  { attrs }: BinaryNode,
  { fromMe, participantAlt, remoteJidAlt }: WAMessageKey,
  isGroup: boolean,
): (string | null | undefined)[] {
  if (isGroup) return [participantAlt]
  if (!fromMe) return [remoteJidAlt]
  // In this case the driver names our own other identity, which is not the chat's.
  const { peer_recipient_pn, recipient_pn, peer_recipient_lid, recipient_lid } = attrs
  return [peer_recipient_pn, recipient_pn, peer_recipient_lid, recipient_lid]
}

function isPerson(jid: string): boolean {
  return isAddress(jid) && Boolean(isPnUser(jid) || isLidUser(jid)) && jid !== ANNOUNCEMENTS
}

/** The network's own address has no user. */
function isAddress(jid: string): boolean {
  return Boolean(jidDecode(jid)?.user)
}

/** PostgreSQL cannot store NUL, and regular texts do not contain it. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

function phoneNumberOf(jid: string | null | undefined): string | null {
  const decoded = jidDecode(jid ?? undefined)
  return decoded?.server === 's.whatsapp.net' ? decoded.user : null
}

function lidOf(jid: string | null | undefined): string | null {
  return isLidUser(jid ?? undefined) ? jidNormalizedUser(jid ?? undefined) : null
}
