import { LRUCache } from 'lru-cache'
import { upTo } from '../../platform/lru.ts'
import { createAskedTogether } from './asked-together.ts'
import { IDS_AT_ONCE, type OutgoingRepository } from './outgoing.repository.ts'
import type { MessageKey } from './outgoing-rows.ts'

/** Most receipts come within seconds. */
const CHATS_KEPT = 1000

/** To whom sent messages are written, which never changes: of the last ones it is kept. */
export function createSentChats({ chatsOf }: Pick<OutgoingRepository, 'chatsOf'>) {
  const kept = new LRUCache<string, string>(upTo(CHATS_KEPT))
  const ask = createAskedTogether(IDS_AT_ONCE, chatsOf)

  return {
    /** A message that is about to leave. */
    keep({ deviceId, messageId, jid }: MessageKey & { readonly jid: string }): void {
      kept.set(placeOf(deviceId, messageId), jid)
    },

    async of(
      deviceId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const chats = new Map<string, string>()
      for (const id of messageIds) {
        const jid = kept.get(placeOf(deviceId, id))
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
