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
import { inOrder } from '../keys/signal-order.ts'
import type { HealthSigns } from './health-signs.ts'
import type { HistoryReader } from './read-history.ts'
import {
  type Change,
  type Inbound,
  isOfOwnAccount,
  type Me,
  readChange,
  readInbound,
} from './read-inbound.ts'
import { type Resent, readResent } from './resent-messages.ts'

/** A message without content: its padding alone. */
const NOTHING = Uint8Array.of(1)

type MakeRepository = SocketConfig['makeSignalRepository']

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
    const content = proto.Message.decode(unpadRandomMax16(plain))
    for (const one of [{ stanza, content }, ...readResent(stanza, content, me)]) {
      await keepContent(one, me)
    }
    return passHistory(stanza, content, me) ? plain : NOTHING
  }

  async function keepContent({ stanza, content }: Resent, me: Me): Promise<void> {
    const message = readInbound(stanza, content, me)
    if (message) return outside(() => keep(message))
    const change = readChange(stanza, content, me)
    if (change) await outside(() => keepChange(change))
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
