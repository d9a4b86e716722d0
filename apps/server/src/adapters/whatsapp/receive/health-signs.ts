import { areJidsSameUser, type BinaryNode, S_WHATSAPP_NET, type WASocket } from 'baileys'
import { LRUCache } from 'lru-cache'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import { upTo } from '../../../platform/lru.ts'

const UNREAD_MAX = 1000
const ASK_WITHIN_MS = 15_000
/** The driver's word for a message that it has read already. */
const REPEATED = 'Key used already or never filled'

/**
 * What the own phone answers by itself to what this device sends, whether anybody uses it or not.
 */
const BY_ITSELF: ReadonlySet<string | undefined> = new Set([
  'sender',
  'retry',
  'peer_msg',
  'hist_sync',
])

/** Tells what comes in: whether it is of other people or of the own phone, and can be read. */
export function createHealthSigns(tell: (sign: HealthSign) => void) {
  const unread = new LRUCache<string, true>(upTo(UNREAD_MAX))
  let own: readonly (string | undefined)[] = []

  const isOwn = ({ attrs }: BinaryNode) => {
    const author = attrs.participant ?? attrs.from
    return own.some((jid) => jid && areJidsSameUser(jid, author))
  }
  /** What waited in the offline queue says nothing of this moment. */
  const tellOfPhone = ({ attrs }: BinaryNode) => {
    if (!attrs.offline) tell('phone')
  }

  return {
    read(stanza: BinaryNode): void {
      const { category } = stanza.attrs
      if (unread.delete(nameOf(stanza))) tell('read_later')
      if (category === 'peer') return
      if (isOwn(stanza)) tellOfPhone(stanza)
      else tell('in')
    },

    notRead(stanza: BinaryNode, error: unknown): void {
      const name = nameOf(stanza)
      if (unread.has(name) || (error instanceof Error && error.message === REPEATED)) return
      unread.set(name, true)
      tell('unreadable')
    },

    watch({ ws, authState }: Pick<WASocket, 'ws' | 'authState'>): void {
      const { me } = authState.creds
      own = [me?.id, me?.lid]
      ws.on('CB:receipt', (stanza: BinaryNode) => {
        // With a recipient it is of the own phone, whoever it is about.
        const { recipient, type } = stanza.attrs
        if (!recipient && !isOwn(stanza)) tell('in')
        else if (!BY_ITSELF.has(type)) tellOfPhone(stanza)
      })
      // Settings of the account, changed on the phone or another device.
      ws.on('CB:notification,type:server_sync', tellOfPhone)
    },
  }
}

/** The id of a message is its sender's choice. */
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
