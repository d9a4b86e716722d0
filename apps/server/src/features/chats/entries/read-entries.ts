import type { QueryOf } from '@kirim/contract/call'
import type { ChatEntry, listChatEntries } from '@kirim/contract/chat-entries'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { readPlace } from './places.ts'
import { type EntryDeps, presentEntries } from './present-entries.ts'

export const PAGE = 50

export interface ReadDeps extends EntryDeps {
  readonly store: Pick<ChatsStore, 'reactionsTo' | 'timeline'>
}

interface Page {
  readonly entries: ChatEntry[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** A page of a chat, oldest first. Throws `malformed_request` for what is no place. */
export async function readEntries(
  deps: ReadDeps,
  chat: ChatRow,
  { limit = PAGE, before, after, around }: QueryOf<typeof listChatEntries>,
): Promise<Page> {
  if (around !== undefined) return readAround(deps, chat, readPlace(around), limit)
  if (after !== undefined) {
    const rows = await deps.store.timeline({
      chatId: chat.id,
      before: null,
      after: readPlace(after),
      limit: limit + 1,
    })
    const entries = await presentEntries(deps, chat, rows.slice(0, limit))
    return { entries, hasEarlier: true, hasLater: rows.length > limit }
  }
  const rows = await deps.store.timeline({
    chatId: chat.id,
    before: before === undefined ? null : readPlace(before),
    limit: limit + 1,
  })
  const entries = await presentEntries(deps, chat, rows.slice(0, limit).reverse())
  return { entries, hasEarlier: rows.length > limit, hasLater: before !== undefined }
}

/** Half a page on each side of a place, with the entry itself. */
async function readAround(
  deps: ReadDeps,
  chat: ChatRow,
  place: ReturnType<typeof readPlace>,
  limit: number,
): Promise<Page> {
  const half = Math.ceil(limit / 2)
  const earlier = await deps.store.timeline({ chatId: chat.id, before: place, limit: half + 1 })
  const first = earlier[half - 1]
  const start = first ?? { at: 0, hasLeft: false, id: '' }
  const rows = await deps.store.timeline({
    chatId: chat.id,
    before: null,
    after: start,
    limit: limit + 1,
  })
  const entries = await presentEntries(deps, chat, rows.slice(0, limit))
  return {
    entries,
    hasEarlier: earlier.length > half - 1 && first !== undefined,
    hasLater: rows.length > limit,
  }
}
