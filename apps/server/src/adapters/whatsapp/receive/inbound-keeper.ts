import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  getHistoryMsg,
  proto,
  type SignalAuthState,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  unpadRandomMax16,
  type WASocket,
} from 'baileys'
import { serializeSessions } from '../keys/signal-order.ts'
import type { HealthSigns } from './health-signs.ts'
import type { HistoryReader } from './read-history.ts'
import {
  type Change,
  type Inbound,
  isOfOwnAccount,
  type Me,
  readChange,
  readInbound,
  readVote,
  readWithheld,
} from './read-inbound.ts'
import { createResentMessages, type Resent } from './resent-messages.ts'
import type { Vote } from './votes.ts'

/** An empty message, which is only its padding. */
const EMPTY_MESSAGE = Uint8Array.of(1)

type MakeRepository = SocketConfig['makeSignalRepository']

/**
 * Stores each inbound message before the driver does anything irreversible: `keep` runs inside the
 * transaction that stores the used decryption key, and before the receipt is sent. After a crash at
 * any point the message is either stored, or still at the network and readable when it is delivered
 * again. Work that it triggers runs outside the driver's transaction: a reply would otherwise use a
 * transaction that has ended, and the record of who has a group's key would be lost.
 */
export function createInboundKeeper(
  keep: (message: Inbound) => Promise<void>,
  keepChange: (change: Change) => Promise<void>,
  keepVote: (vote: Vote) => Promise<void>,
  signs: Pick<HealthSigns, 'read' | 'onUnreadable'>,
  history: Pick<HistoryReader, 'keepOwn'>,
) {
  /** The stanza of each ciphertext. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const resent = createResentMessages()
  const outside = AsyncLocalStorage.snapshot()
  let identity: () => Me = () => ({ id: '', lid: '' })

  const makeSignalRepository: MakeRepository = (auth, logger, lookUp) => {
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, lookUp)
    const keys = transactional(auth)
    return serializeSessions({
      ...inner,
      decryptMessage: (options) =>
        keys.transaction(async () => {
          const plain = await reportUnreadable(options.ciphertext, inner.decryptMessage(options))
          return keepPlain(options.ciphertext, plain)
        }, options.jid),
      decryptGroupMessage: (options) =>
        keys.transaction(async () => {
          const plain = await reportUnreadable(options.msg, inner.decryptGroupMessage(options))
          return keepPlain(options.msg, plain)
        }, options.group),
    })
  }

  async function reportUnreadable(
    ciphertext: Uint8Array,
    plain: Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return plain.catch((error: unknown) => {
      const stanza = stanzas.get(ciphertext)
      if (stanza) signs.onUnreadable(stanza, error)
      throw error
    })
  }

  /** Stores the message, and returns the plaintext for the driver. */
  async function keepPlain(ciphertext: Uint8Array, plain: Uint8Array): Promise<Uint8Array> {
    const stanza = stanzas.get(ciphertext)
    if (!stanza) return plain
    signs.read(stanza)
    const me = identity()
    const content = proto.Message.decode(unpadRandomMax16(plain))
    for (const one of [{ stanza, content }, ...resent.read(stanza, content, me)]) {
      await keepContent(one, me)
    }
    return (await passHistory(stanza, content, me)) ? plain : EMPTY_MESSAGE
  }

  async function keepContent({ stanza, content }: Resent, me: Me): Promise<void> {
    const message = readInbound(stanza, content, me)
    const change = message ? null : readChange(stanza, content, me)
    if (message) await outside(() => keep(message))
    const vote = message || change ? null : readVote(stanza, content, me)
    if (change) await outside(() => keepChange(change))
    if (vote) await outside(() => keepVote(vote))
    if (message || change || vote) resent.forget(stanza)
  }

  /**
   * False for a history notice of another account. The driver does not read that history, but
   * treats it as the first part after linking and sends a receipt.
   */
  async function passHistory(
    stanza: BinaryNode,
    content: proto.IMessage,
    me: Me,
  ): Promise<boolean> {
    const part = getHistoryMsg(content.deviceSentMessage?.message ?? content)
    if (!part) return true
    if (!isOfOwnAccount(stanza, me)) return false
    await outside(() => history.keepOwn(part))
    return true
  }

  return {
    makeSignalRepository,
    /** Stores what the network shows on the phone alone. Call before it is acknowledged. */
    async keepWithheld(stanza: BinaryNode): Promise<void> {
      const message = readWithheld(stanza, identity())
      if (message) await outside(() => keep(message))
    },
    /**
     * Call right after the socket is created, so that stanzas are recorded before the driver's
     * listener runs.
     */
    watch(socket: WASocket): void {
      identity = () => ({
        id: socket.authState.creds.me?.id ?? '',
        lid: socket.authState.creds.me?.lid ?? '',
      })
      socket.ws.prependListener('CB:message', (stanza: BinaryNode) => {
        if (!Array.isArray(stanza.content)) return
        resent.remember(stanza)
        for (const { content } of stanza.content) {
          if (content instanceof Uint8Array) stanzas.set(content, stanza)
        }
      })
    },
  }
}

/** The driver always passes a store with transactions, although its type omits them. */
function transactional({ keys }: SignalAuthState): SignalKeyStoreWithTransaction {
  if ('transaction' in keys) return keys
  throw new Error('The driver gave a key store without transactions.')
}
