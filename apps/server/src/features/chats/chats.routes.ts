import { listChatEntries, listWordings, showDeleted } from '@kirim/contract/chat-entries'
import {
  addNote,
  assignChat,
  closeChat,
  countChats,
  listChats,
  markChatRead,
  markChatUnread,
  openChat,
  reopenChat,
  snoozeChat,
  unsnoozeChat,
} from '@kirim/contract/chats'
import type { Sight } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'
import { shownOf } from '../../platform/hidden-numbers/shown-to.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { ChatChanges } from './cases/change-chats.ts'
import type { ChatMarks } from './cases/mark-chats.ts'
import type { WriteNote } from './cases/write-note.ts'
import type { ChatRow, ChatsStore } from './chats.ports.ts'
import { presentEntries } from './entries/present-entries.ts'
import { PAGE, type ReadDeps, readEntries } from './entries/read-entries.ts'
import type { ChatCounts } from './list/chat-counts.repository.ts'
import type { ChatListsRepository } from './list/chat-lists.repository.ts'
import { listChatsOf } from './list/list-chats.ts'
import { type PresentDeps, presentChats } from './list/present-chats.ts'
import type { MayWrite } from './write/may-write.ts'
import { type WriteRoutesDeps, writeRoutes } from './write/write.routes.ts'

interface ChatsRoutesDeps extends PresentDeps, ReadDeps {
  readonly store: Pick<ChatsStore, 'reactionsTo' | 'timeline' | 'wordingsOf' | 'deletedTextOf'>
  readonly lists: ChatListsRepository
  readonly counts: ChatCounts
  readonly changes: ChatChanges
  readonly marks: ChatMarks
  readonly writeNote: WriteNote
  readonly mayWrite: Pick<MayWrite, 'blockOf'>
  readonly write: Omit<WriteRoutesDeps, 'requireChat' | 'entryOf'>
}

export function chatsRoutes(route: Route, deps: ChatsRoutesDeps): void {
  const { db, lists, counts, changes, marks, store } = deps

  /** Throws `chat_not_found` for a chat that is not there or not seen. */
  async function require(sight: Sight, id: string): Promise<ChatRow> {
    const chat = await lists.find(sight, id)
    if (!chat) throw new DomainError('chat_not_found')
    return chat
  }

  async function entryOf(chat: ChatRow, entryId: string) {
    const query = { chatId: chat.id, before: null, ids: [entryId], limit: 1 }
    const [entry] = await presentEntries(deps, chat, await store.timeline(query))
    if (!entry) throw new DomainError('chat_entry_not_found')
    return entry
  }

  route(listChats, ({ caller, query }) => listChatsOf(deps, caller, query))

  route(countChats, ({ caller }) => counts.of(caller))

  route(openChat, async ({ caller, params }) => {
    const chat = await require(caller, params.id)
    const { entries, hasEarlier } = await readEntries(deps, chat, { limit: PAGE })
    const [shown] = await presentChats(deps, caller.workspaceId, [chat])
    if (!shown) throw new DomainError('chat_not_found')
    const unread = entries.filter(({ by }) => by === 'person').slice(-chat.unread || entries.length)
    return {
      chat: shown,
      entries,
      hasEarlier,
      scheduled: await deps.write.scheduled.of(chat),
      block: await deps.mayWrite.blockOf(caller, chat),
      unreadFrom: chat.unread === 0 ? null : (unread[0]?.place ?? null),
    }
  })

  route(listChatEntries, async ({ caller, params, query }) => {
    const chat = await require(caller, params.id)
    return shownOf(caller, chat.number, await readEntries(deps, chat, query))
  })

  route(listWordings, async ({ caller, params }) => {
    const chat = await require(caller, params.id)
    const { deletedAt } = await entryOf(chat, params.entryId)
    // What a deleted message said is withheld, in all its wordings.
    if (deletedAt !== null) return []
    const wordings = await store.wordingsOf(db, chat.device_id, params.entryId)
    const earlier = wordings.slice(0, -1)
    return earlier.map(({ text, at }) => ({
      text: shownOf(caller, chat.number, text),
      at: new Date(at).toISOString(),
    }))
  })

  route(showDeleted, async ({ caller, params }) => {
    const chat = await require(caller, params.id)
    const text = await store.deletedTextOf(db, chat.id, params.entryId)
    if (text === null) throw new DomainError('chat_entry_not_found')
    return { text }
  })

  route(markChatRead, async ({ caller, params }) => {
    await marks.read(await require(caller, params.id))
    return undefined
  })

  route(markChatUnread, async ({ caller, params }) => {
    await marks.unread(await require(caller, params.id))
    return undefined
  })

  route(assignChat, ({ caller, params, body }) => changes.assign(caller, params.id, body.personId))
  route(closeChat, ({ caller, params }) => changes.close(caller, params.id))
  route(reopenChat, ({ caller, params }) => changes.reopen(caller, params.id))
  route(snoozeChat, ({ caller, params, body }) => changes.snooze(caller, params.id, body.until))
  route(unsnoozeChat, ({ caller, params }) => changes.unsnooze(caller, params.id))

  route(addNote, async ({ caller, params, body }) => {
    const chat = await require(caller, params.id)
    return entryOf(chat, await deps.writeNote(caller, chat, body))
  })

  writeRoutes(route, { ...deps.write, requireChat: require, entryOf })
}
