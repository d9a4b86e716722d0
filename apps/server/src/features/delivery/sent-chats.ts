import { LRUCache } from 'lru-cache'
import { createInTurnTogether } from '../../platform/database/together.ts'
import { maxEntries } from '../../platform/lru.ts'
import { IDS_AT_ONCE, type OutgoingRepository } from './outgoing.repository.ts'
import type { MessageKey } from './outgoing-rows.ts'

type Ids = readonly string[]

/** Most receipts come within seconds. */
const CHATS_MAX = 1000

/** The chats of sent messages, which never change; caches the most recent. */
export function createSentChats({ chatsOf }: Pick<OutgoingRepository, 'chatsOf'>) {
  const cache = new LRUCache<string, string>(maxEntries(CHATS_MAX))
  /** Lookups of a device in the same turn, or during an earlier query, share one query. */
  const ask = createInTurnTogether<Ids, ReadonlyMap<string, string>>(
    IDS_AT_ONCE,
    async (deviceId, asks) => {
      const found = await chatsOf(deviceId, [...new Set(asks.flat())])
      return asks.map((ids) => among(found, ids))
    },
    (ids) => ids.length,
  )

  return {
    /** Caches the chat of a message that is about to leave. */
    remember({ deviceId, messageId, jid }: MessageKey & { readonly jid: string }): void {
      cache.set(placeOf(deviceId, messageId), jid)
    },

    async of(
      deviceId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const chats = new Map<string, string>()
      for (const id of messageIds) {
        const jid = cache.get(placeOf(deviceId, id))
        if (jid !== undefined) chats.set(id, jid)
      }
      const others = messageIds.filter((id) => !chats.has(id))
      if (others.length === 0) return chats
      return new Map([...chats, ...(await ask(deviceId, others))])
    },
  }
}

export type SentChats = ReturnType<typeof createSentChats>

function placeOf(deviceId: string, messageId: string): string {
  return `${deviceId} ${messageId}`
}

function among(found: ReadonlyMap<string, string>, ids: Ids): ReadonlyMap<string, string> {
  const own = ids.flatMap((id) => {
    const jid = found.get(id)
    return jid === undefined ? [] : [[id, jid] as const]
  })
  return new Map(own)
}
