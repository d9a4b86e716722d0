import { LRUCache } from 'lru-cache'
import { endOfTurn } from '../../platform/database/together.ts'
import { upTo } from '../../platform/lru.ts'
import { IDS_AT_ONCE, type OutgoingRepository } from './outgoing.repository.ts'
import type { MessageKey } from './outgoing-rows.ts'

/** Most receipts come within seconds. */
const CHATS_KEPT = 1000

/** To whom sent messages are written, which never changes: of the last ones it is kept. */
export function createSentChats({ chatsOf }: Pick<OutgoingRepository, 'chatsOf'>) {
  const kept = new LRUCache<string, string>(upTo(CHATS_KEPT))
  const ask = createBatchedLookUp(IDS_AT_ONCE, chatsOf)

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

type Ids = readonly string[]

interface Asking<T> {
  readonly ids: Ids
  resolve(found: ReadonlyMap<string, T>): void
  reject(error: unknown): void
}

/**
 * Looks ids up. What is asked of a key in the same turn of the event loop, or while an earlier
 * question is under way, is asked in one question for so many ids at most, so a burst takes few and
 * a single one does not wait. Each hears of its own ids alone, in the order in which they asked.
 */
export function createBatchedLookUp<T>(
  most: number,
  ask: (key: string, ids: Ids) => Promise<ReadonlyMap<string, T>>,
) {
  const waiting = new Map<string, Asking<T>[]>()

  async function askAll(key: string): Promise<void> {
    await endOfTurn()
    for (let next = takeNext(key); next; next = takeNext(key)) {
      await answer(key, next).catch(() => eachAlone(key, next))
    }
  }

  /** Null, and nothing is under way any more, once nobody waits. */
  function takeNext(key: string): Asking<T>[] | null {
    const queue = waiting.get(key) ?? []
    if (queue.length === 0) {
      waiting.delete(key)
      return null
    }
    let ids = 0
    const tooMuchFrom = queue.findIndex((asking) => {
      ids += asking.ids.length
      return ids > most
    })
    return queue.splice(0, tooMuchFrom === -1 ? queue.length : Math.max(tooMuchFrom, 1))
  }

  async function answer(key: string, all: readonly Asking<T>[]): Promise<void> {
    const found = await ask(key, [...new Set(all.flatMap(({ ids }) => ids))])
    for (const { ids, resolve } of all) resolve(among(found, ids))
  }

  /** An id that cannot be asked about does not keep an answer from others. */
  async function eachAlone(key: string, all: readonly Asking<T>[]): Promise<void> {
    for (const { ids, resolve, reject } of all) await ask(key, ids).then(resolve, reject)
  }

  return (key: string, ids: Ids): Promise<ReadonlyMap<string, T>> => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, T>>()
    const asking = { ids, resolve, reject }
    const queue = waiting.get(key)
    if (queue) queue.push(asking)
    else {
      waiting.set(key, [asking])
      void askAll(key)
    }
    return promise
  }
}

function among<T>(found: ReadonlyMap<string, T>, ids: Ids): ReadonlyMap<string, T> {
  const own = new Map<string, T>()
  for (const id of ids) {
    const value = found.get(id)
    if (value !== undefined) own.set(id, value)
  }
  return own
}
