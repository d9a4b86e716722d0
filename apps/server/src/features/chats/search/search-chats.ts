import type { QueryOf, ResponseOf } from '@kirim/contract/call'
import type { searchChats } from '@kirim/contract/chat-search'
import type { Chat } from '@kirim/contract/chats'
import type { Caller, Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { searchedBy } from '../../../platform/hidden-numbers/searched-by.ts'
import { searchTexts } from '../../../platform/search-text.ts'
import type { ChatRow } from '../chats.ports.ts'
import { placeText } from '../entries/places.ts'
import { findRows, isSearchable } from './find-rows.ts'
import type { SearchPlace } from './newest-rows.ts'
import type { SearchedRow, SearchedRows } from './search.ports.ts'
import type { SeenChats } from './seen-chats.ts'
import { snippetOf } from './snippet.ts'

const CHATS_MAX = 20
const MESSAGES_PAGE = 20

export interface SearchDeps {
  readonly db: Db
  readonly searched: readonly SearchedRows[]
  /** All numbers that somebody sees, removed ones included. */
  devicesOf(sight: Sight): Promise<readonly string[]>
  readonly seen: SeenChats
  /** Numbers of contacts with one of these folded texts in their name, some of many. */
  contactNumbers(workspaceId: string, texts: readonly string[]): Promise<readonly string[]>
  present(workspaceId: string, rows: readonly ChatRow[]): Promise<Chat[]>
  isIncomplete(): Promise<boolean>
}

/** Chats and messages that a caller sees. Throws `malformed_request` for a wrong cursor. */
export async function searchChatsFor(
  deps: SearchDeps,
  caller: Caller,
  { q, cursor }: QueryOf<typeof searchChats>,
): Promise<ResponseOf<typeof searchChats>> {
  const before = cursor ? readCursor(cursor) : null
  const texts = searchTexts(searchedBy(caller, q) ?? '').filter(isSearchable)
  const isComplete = !(await deps.isIncomplete())
  if (texts.length === 0) return { chats: [], messages: [], next: null, isComplete }
  const deviceIds = await deps.devicesOf(caller)
  const chats = cursor ? [] : await findChats(deps, caller, { texts, deviceIds })
  const seen = new Map<string, ChatRow>()
  const { rows, next } = await findRows(
    deps.db,
    deps.searched,
    { texts, deviceIds, of: 'messages', before, limit: MESSAGES_PAGE },
    async (found) => {
      const ids = new Set(found.flatMap(({ chatId }) => chatId ?? []))
      for (const chat of await deps.seen.among(caller, [...ids])) seen.set(chat.id, chat)
      return found.filter(({ chatId }) => seen.has(chatId ?? ''))
    },
  )
  const presented = await presentedBy(deps, caller, rows, seen)
  return {
    chats,
    messages: rows
      .toSorted((one, other) => other.at - one.at)
      .flatMap((row) => {
        const chat = presented.get(row.chatId ?? '')
        return chat ? [messageOf(row, chat, texts)] : []
      }),
    next: next && `${next.slot}.${next.device}`,
    isComplete,
  }
}

function readCursor(cursor: string): SearchPlace {
  const [, slot, device] = /^(\d{1,11})\.(\d{1,5})$/.exec(cursor) ?? []
  if (!slot || !device) throw new DomainError('malformed_request')
  return { slot: Number(slot), device: Number(device) }
}

/** By what they are called on the network, by their number, and as our contacts. */
async function findChats(
  deps: SearchDeps,
  caller: Caller,
  {
    texts,
    deviceIds,
  }: { readonly texts: readonly string[]; readonly deviceIds: readonly string[] },
): Promise<Chat[]> {
  const found = new Map<string, ChatRow>()
  const numbers = await deps.contactNumbers(caller.workspaceId, texts)
  for (const row of await deps.seen.withNumbers(caller, numbers, CHATS_MAX)) found.set(row.id, row)
  await findRows(
    deps.db,
    deps.searched,
    { texts, deviceIds, of: 'chats', before: null, limit: CHATS_MAX },
    async (rows) => {
      const ids = rows.map(({ itemId }) => itemId)
      const seen = new Map((await deps.seen.among(caller, ids)).map((row) => [row.id, row]))
      for (const [id, row] of seen) found.set(id, row)
      return rows.filter(({ itemId }) => seen.has(itemId))
    },
  )
  const rows = [...found.values()].sort((one, other) => other.last_at - one.last_at)
  return deps.present(caller.workspaceId, rows.slice(0, CHATS_MAX))
}

async function presentedBy(
  deps: SearchDeps,
  { workspaceId }: Caller,
  rows: readonly SearchedRow[],
  seen: ReadonlyMap<string, ChatRow>,
): Promise<ReadonlyMap<string, Chat>> {
  const ids = new Set(rows.map(({ chatId }) => chatId))
  const chats = [...seen.values()].filter(({ id }) => ids.has(id))
  const presented = await deps.present(workspaceId, chats)
  return new Map(presented.map((chat) => [chat.id, chat]))
}

function messageOf(row: SearchedRow, chat: Chat, texts: readonly string[]) {
  const { itemId: id, at, by } = row
  const hasLeft = by !== 'person' && by !== 'phone'
  return {
    chat,
    entryId: id,
    place: placeText({ at, hasLeft, id }),
    at: new Date(at).toISOString(),
    by,
    ...snippetOf(row.text, texts),
  }
}
