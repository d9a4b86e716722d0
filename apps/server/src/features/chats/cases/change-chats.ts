import type { Chat } from '@kirim/contract/chats'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { type NewChatEntry, storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import { type PresentDeps, presentChats } from '../list/present-chats.ts'
import type { ChatNotice } from '../live/announce.ts'
import { keptWait, waitWhenClosed } from './closed-wait.ts'

export interface ChangeDeps extends PresentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'change' | 'lock'>
  readonly lists: ChatListsRepository
  /** Whether a person belongs to the workspace, may answer chats and sees the number. */
  mayAnswer(workspaceId: string, personId: string, deviceId: string): Promise<boolean>
  announce(notice: ChatNotice): void
}

type Change = Parameters<ChatsStore['change']>[2]
type Event = Pick<NewChatEntry, 'kind'> & Partial<Pick<NewChatEntry, 'params'>>

/** What changes, and the entry that says so; null when nothing does. */
type Decided = { readonly change: Change; readonly event: Event } | null

/** What people do with a chat as a whole. All throw `chat_not_found` for one that is not seen. */
export function createChatChanges(deps: ChangeDeps) {
  const { db, clock, store, lists } = deps

  /** Changes a chat as it is once it is locked; with null from `decide` it stays as it is. */
  async function change(
    sight: Sight,
    id: string,
    decide: (chat: ChatRow, tx: Db) => Decided | Promise<Decided>,
  ): Promise<Chat> {
    const now = clock.now()
    const done = await db.transaction().execute(async (tx) => {
      await store.lock(tx, id)
      const before = await lists.find(sight, id, tx)
      if (!before) throw new DomainError('chat_not_found')
      const decided = await decide(before, tx)
      if (!decided) return { before, entryId: null }
      await store.change(tx, id, decided.change)
      const entryId = await storeChatEntry(tx, {
        chatId: id,
        workspaceId: sight.workspaceId,
        at: now,
        personId: sight.personId,
        ...decided.event,
      })
      return { before, entryId }
    })
    if (done.entryId !== null) {
      deps.announce({
        workspaceId: sight.workspaceId,
        deviceId: done.before.device_id,
        chatId: id,
        entryIds: [done.entryId],
        wasAssignedTo: done.before.assigned_to,
      })
    }
    const [after] = await lists.among([id])
    const [shown] = await presentChats(deps, sight.workspaceId, after ? [after] : [])
    if (!shown) throw new DomainError('chat_not_found')
    return shown
  }

  return {
    change,

    /** Throws `person_cannot_answer` for somebody who may not answer chats of this number. */
    async assign(sight: Sight, id: string, personId: string | null): Promise<Chat> {
      const chat = await lists.find(sight, id)
      if (!chat) throw new DomainError('chat_not_found')
      const { workspaceId } = sight
      if (personId !== null && !(await deps.mayAnswer(workspaceId, personId, chat.device_id))) {
        throw new DomainError('person_cannot_answer')
      }
      return change(sight, id, ({ assigned_to }) =>
        assigned_to === personId
          ? null
          : {
              change: { assigned_to: personId },
              event: {
                kind: personId === null ? 'unassigned' : 'assigned',
                params: personId === null ? {} : { personId },
              },
            },
      )
    },

    close: (sight: Sight, id: string) =>
      change(sight, id, (chat) =>
        chat.closed_at !== null
          ? null
          : {
              change: {
                closed_at: clock.now(),
                snoozed_at: null,
                snoozed_until: null,
                waiting_since: null,
                unread: 0,
              },
              event: { kind: 'closed', params: keptWait(chat) },
            },
      ),

    /** Whoever waited as it was closed waits again, unless something was written since. */
    reopen: (sight: Sight, id: string) =>
      change(sight, id, async (chat, tx) => {
        if (chat.closed_at === null) return null
        const wait = await waitWhenClosed(tx, chat)
        // Opened first: the database counts a wait that begins in a closed case as a new one.
        const opened = { closed_at: null, opened_at: clock.now() }
        await store.change(tx, id, { ...opened, unread: wait?.unread ?? chat.unread })
        const event = { kind: 'reopened' } as const
        return { change: wait ? { waiting_since: wait.waiting_since } : {}, event }
      }),

    /** Throws `snooze_past`. */
    async snooze(sight: Sight, id: string, until: string | null): Promise<Chat> {
      const untilMs = until === null ? null : Date.parse(until)
      if (untilMs !== null && untilMs <= clock.now()) throw new DomainError('snooze_past')
      return change(sight, id, () => ({
        change: { snoozed_at: clock.now(), snoozed_until: untilMs, closed_at: null },
        event: { kind: 'snoozed', params: until === null ? {} : { until } },
      }))
    },

    unsnooze: (sight: Sight, id: string) =>
      change(sight, id, ({ snoozed_at }) =>
        snoozed_at === null
          ? null
          : { change: { snoozed_at: null, snoozed_until: null }, event: { kind: 'unsnoozed' } },
      ),
  }
}

export type ChatChanges = ReturnType<typeof createChatChanges>
