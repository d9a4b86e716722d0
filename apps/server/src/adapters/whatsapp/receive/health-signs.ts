import { areJidsSameUser, type BinaryNode, S_WHATSAPP_NET, type WASocket } from 'baileys'
import { LRUCache } from 'lru-cache'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import { maxEntries } from '../../../platform/lru.ts'

const UNREAD_MAX = 1000
const ASK_WITHIN_MS = 15_000
/** The driver's error for a message that was already decrypted. */
const REPEATED = 'Key used already or never filled'

/** Receipts that the own phone sends automatically, even when nobody uses it. */
const BY_ITSELF: ReadonlySet<string | undefined> = new Set([
  'sender',
  'retry',
  'peer_msg',
  'hist_sync',
])

/**
 * Derives health signs from inbound stanzas: from other people or the own phone, readable or not.
 */
export function createHealthSigns(report: (sign: HealthSign) => void) {
  const unreadable = new LRUCache<string, true>(maxEntries(UNREAD_MAX))
  let ownJids: readonly (string | undefined)[] = []

  const isOwn = ({ attrs }: BinaryNode) => {
    const author = attrs.participant ?? attrs.from
    return ownJids.some((jid) => jid && areJidsSameUser(jid, author))
  }
  /** Stanzas from the offline queue say nothing about the present. */
  const reportPhone = ({ attrs }: BinaryNode) => {
    if (!attrs.offline) report('phone')
  }

  return {
    read(stanza: BinaryNode): void {
      const { category } = stanza.attrs
      if (unreadable.delete(nameOf(stanza))) report('read_later')
      if (category === 'peer') return
      if (isOwn(stanza)) reportPhone(stanza)
      else report('in')
    },

    onUnreadable(stanza: BinaryNode, error: unknown): void {
      const name = nameOf(stanza)
      if (unreadable.has(name) || (error instanceof Error && error.message === REPEATED)) return
      unreadable.set(name, true)
      report('unreadable')
    },

    watch({ ws, authState }: Pick<WASocket, 'ws' | 'authState'>): void {
      const { me } = authState.creds
      ownJids = [me?.id, me?.lid]
      ws.on('CB:receipt', (stanza: BinaryNode) => {
        // A receipt with a recipient comes from the own phone.
        const { recipient, type } = stanza.attrs
        if (!recipient && !isOwn(stanza)) report('in')
        else if (!BY_ITSELF.has(type)) reportPhone(stanza)
      })
      // Account settings changed on the phone or another device.
      ws.on('CB:notification,type:server_sync', reportPhone)
    },
  }
}

/** Includes the sender, because senders choose message ids. */
function nameOf({ attrs: { id = '', from = '', participant = '' } }: BinaryNode): string {
  return `${id} ${from} ${participant}`
}

export type HealthSigns = ReturnType<typeof createHealthSigns>

export async function ping({ query, generateMessageTag }: WASocket): Promise<void> {
  const attrs = { id: generateMessageTag(), to: S_WHATSAPP_NET, type: 'get', xmlns: 'w:p' }
  await query({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] }, ASK_WITHIN_MS)
}

export async function preKeysLeft({ query, generateMessageTag }: WASocket): Promise<number> {
  const attrs = { id: generateMessageTag(), to: S_WHATSAPP_NET, type: 'get', xmlns: 'encrypt' }
  const { content } = await query(
    { tag: 'iq', attrs, content: [{ tag: 'count', attrs: {} }] },
    ASK_WITHIN_MS,
  )
  const count = Array.isArray(content) ? content.find(({ tag }) => tag === 'count') : undefined
  const value = Number(count?.attrs.value)
  if (!Number.isSafeInteger(value)) throw new Error('The network did not count the keys.')
  return value
}
