import type { QueryOf } from '@kirim/contract/call'
import type { ChatEntry, listChatEntries } from '@kirim/contract/chat-entries'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatRow, ChatsStore, EntryPlace } from '../chats.ports.ts'
import { isPlace, readPlace } from './places.ts'
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

/**
 * A page of a chat, oldest first. Throws `malformed_request` for what is no place, and
 * `chat_entry_not_found` for an entry that is not there.
 */
export async function readEntries(
  deps: ReadDeps,
  chat: ChatRow,
  { limit = PAGE, before, after, around }: QueryOf<typeof listChatEntries>,
): Promise<Page> {
  if (around !== undefined) return readAround(deps, chat, await placeOf(deps, chat, around), limit)
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

/** The place of an entry that is given by its place or its id. */
async function placeOf({ store }: ReadDeps, chat: ChatRow, around: string): Promise<EntryPlace> {
  if (isPlace(around)) return readPlace(around)
  if (around.includes('\0')) throw new DomainError('malformed_request')
  const [entry] = await store.timeline({ chatId: chat.id, before: null, ids: [around], limit: 1 })
  if (!entry) throw new DomainError('chat_entry_not_found')
  return entry
}

/** Half a page on each side of a place, with the entry itself. */
async function readAround(
  deps: ReadDeps,
  chat: ChatRow,
  place: EntryPlace,
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
