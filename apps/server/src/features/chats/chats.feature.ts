import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createListeners } from '../../platform/upward-calls.ts'
import { createChatChanges } from './cases/change-chats.ts'
import { createCloseOfNumber } from './cases/close-of-number.ts'
import { createChatMarks } from './cases/mark-chats.ts'
import { createWaking } from './cases/wake-snoozed.ts'
import { createWriteNote } from './cases/write-note.ts'
import type { ChatRow, ChatsStore, KnownOfChats } from './chats.ports.ts'
import { chatsRoutes } from './chats.routes.ts'
import type { PersonPort } from './contact/contact.ports.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import type { EraseDeps } from './export/erase-person.ts'
import { chatExportRoutes } from './export/export.routes.ts'
import type { ChatFilesStore } from './files/chat-files.ports.ts'
import { chatFilesRoutes } from './files/chat-files.routes.ts'
import { createChatFiles } from './files/chat-files.ts'
import { createChatLabels, hasLabel } from './labels/chat-labels.repository.ts'
import { createChatCounts } from './list/chat-counts.repository.ts'
import { createChatListsRepository, type FilterCondition } from './list/chat-lists.repository.ts'
import { presentChats } from './list/present-chats.ts'
import { createAnnouncer } from './live/announce.ts'
import { createTogether, type TogetherDeps } from './together.feature.ts'
import { chatViewsRoutes } from './views/chat-views.routes.ts'
import { createMemberMessages } from './write/member-messages.repository.ts'
import { createMemberWriting, type MemberWritingDeps } from './write/member-writing.ts'

export interface ChatsDeps
  extends Omit<KnownOfChats, 'filesOf'>,
    TogetherDeps,
    Pick<EraseDeps, 'eraseMessages' | 'clearChat' | 'releaseUnused'>,
    Omit<
      MemberWritingDeps,
      'messages' | 'lists' | 'announce' | 'announceGone' | 'writersOf' | 'beforeWord' | 'filesOf'
    > {
  readonly db: Db
  readonly clock: Clock
  readonly realtime: Realtime
  readonly work: Pick<Work, 'hold'>
  readonly store: ChatsStore
  readonly fileStore: ChatFilesStore
  /** Whether the contact of a row of `chat` has the tag that a filter asks for. */
  readonly hasTag: FilterCondition
  /** Whether somebody belongs to the workspace and sees the chat. */
  seesChat(personId: string, chat: ChatRow): Promise<boolean>
  readonly person: PersonPort
  /** Whether a browser of the workspace may be connected, to any node. */
  mayBeHeard(workspaceId: string): boolean
  onFault(error: unknown): void
}

/** Chats as people read and answer them. */
export function createChats(deps: ChatsDeps) {
  const { db } = deps
  const labels = createChatLabels(db)
  const lists = createChatListsRepository(db, deps.store, [hasLabel, deps.hasTag])
  const counts = createChatCounts(db)
  const messages = createMemberMessages(db)
  const { labelsOf } = labels
  const files = createChatFiles(deps.fileStore)
  const shared = {
    ...deps,
    filesOf: files.of,
    lists,
    counts,
    messages,
    labelsOf,
    writersOf: messages.writersOf,
  }
  const announcer = createAnnouncer({
    ...shared,
    sightChanged: (chatId) => together.presence.sightChanged(chatId),
    scheduledOf: (chat, ids) => writing.routes.scheduled.of(chat, ids),
  })
  const { announce } = announcer
  const waking = createWaking({ ...shared, announce })
  const together = createTogether({ ...shared, labels, announce, openChatsOf: counts.openOf })
  const { beforeWord, mentions, mentioned: onMentioned } = together
  const writing = createMemberWriting({
    ...shared,
    announce,
    announceGone: announcer.gone,
    beforeWord,
  })
  const onRead = createListeners<[chat: ChatRow]>()
  const part: Part = {
    name: 'chats',
    async start() {
      await writing.part.start()
      await waking.start()
      await together.part.start()
    },
    async stop() {
      await together.part.stop()
      await waking.stop()
      await writing.part.stop()
      await announcer.stop()
    },
  }

  return {
    part,
    announce,
    store: deps.store,
    find: lists.find,
    async byId(chatId: string): Promise<ChatRow | null> {
      const [row] = await lists.among([chatId])
      return row ?? null
    },
    /** Somebody has read a chat in Kirim. */
    onRead: onRead.add,
    /** Chats of one workspace as lists show them. */
    present: (workspaceId: string, rows: readonly ChatRow[]) =>
      presentChats(shared, workspaceId, rows),
    together,
    writing,
    closeOfNumber: createCloseOfNumber({ ...shared, announce }),
    routes(route: Route): void {
      chatViewsRoutes(route, deps)
      const changes = createChatChanges({ ...shared, announce })
      together.routes(route, changes)
      contactRoutes(route, shared)
      chatFilesRoutes(route, { ...shared, files })
      chatExportRoutes(route, { ...shared, files })
      chatsRoutes(route, {
        ...shared,
        changes,
        marks: createChatMarks({ ...shared, announce, onRead }),
        writeNote: createWriteNote({ ...shared, announce, mentions, onMentioned }),
        mayWrite: writing.mayWrite,
        write: writing.routes,
      })
    },
  }
}
