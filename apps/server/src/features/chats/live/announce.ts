import type { ChatEntry } from '@kirim/contract/chat-entries'
import { Chat, type ChatCount } from '@kirim/contract/chats'
import { ChatEntriesChanged, type ChatEntriesGone } from '@kirim/contract/realtime'
import { createBursts } from '../../../platform/bursts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { masked, shownOf } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { type EntryDeps, presentEntries } from '../entries/present-entries.ts'
import type { ChatCounts } from '../list/chat-counts.repository.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import { type PresentDeps, presentChats } from '../list/present-chats.ts'

/** Browsers are told at most this often, of all changes of a number at once. */
const TELL_EVERY_MS = 40

const MASKED = { hidesNumbers: true }

/** What has changed in a chat, once it is committed. */
export interface ChatNotice {
  readonly workspaceId: string
  readonly deviceId: string
  /** The chat by its id or its key, or by one of its messages. */
  readonly chatId?: string
  readonly chatKey?: string
  readonly entryIds: readonly string[]
  /** To whom it was assigned before. */
  readonly wasAssignedTo?: string | null
}

export interface AnnounceDeps extends PresentDeps, EntryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly realtime: Realtime
  readonly store: Pick<ChatsStore, 'reactionsTo' | 'chatsOf' | 'timeline'>
  readonly lists: ChatListsRepository
  readonly counts: ChatCounts
  /**
   * Whether a browser of the workspace may be connected, to any node; where none is, those that
   * come find that they have missed something.
   */
  mayBeHeard(workspaceId: string): boolean
  /** Somebody who has it open may have lost sight of a chat. */
  sightChanged(chatId: string): Promise<void>
  /** The entries among these that leave later. */
  scheduledOf(chat: ChatRow, ids: readonly string[]): Promise<ChatEntry[]>
  onFault(error: unknown): void
}

function isGiven({ chatId, wasAssignedTo }: ChatNotice, { id, assigned_to }: ChatRow): boolean {
  return chatId === id && wasAssignedTo !== undefined && wasAssignedTo !== assigned_to
}

/** Tells browsers what has changed in chats: the rows and entries themselves, not that they did. */
export function createAnnouncer(deps: AnnounceDeps) {
  const { realtime } = deps
  const bursts = createBursts(deps.clock, TELL_EVERY_MS, deps.onFault)
  const waiting = new Map<string, ChatNotice[]>()

  async function tell(workspaceId: string, deviceId: string): Promise<void> {
    const notices = waiting.get(deviceId) ?? []
    waiting.delete(deviceId)
    if (!deps.mayBeHeard(workspaceId)) return
    const entryIds = await entriesByChat(deviceId, notices)
    const found = await deps.lists.among([...entryIds.keys()])
    const rows = found.filter(({ hidden }) => hidden === 0)
    const chats = await presentChats(deps, workspaceId, rows)
    for (const [n, row] of rows.entries()) {
      const chat = chats[n]
      if (!chat) continue
      const args = { numbers: [chat], masked: [masked(Chat, chat)] } satisfies Record<
        string,
        [Chat]
      >
      realtime.aboutChat(workspaceId, aboutOf(row), 'chat_changed', args)
      if (notices.some((notice) => isGiven(notice, row))) await tellGiven(row)
      const entries = await readChanged(row, [...(entryIds.get(row.id) ?? [])])
      if (entries.length === 0) continue
      const changed = { chatId: row.id, entries }
      realtime.aboutChat(workspaceId, aboutOf(row), 'chat_entries_changed', {
        numbers: [changed],
        masked: [shownOf(MASKED, row.number, masked(ChatEntriesChanged, changed))],
      })
    }
    const assignees = notices.map(({ wasAssignedTo = null }) => wasAssignedTo)
    await tellCounts(workspaceId, deviceId, [...assignees, ...rows.map((row) => row.assigned_to)])
  }

  async function readChanged(row: ChatRow, ids: readonly string[]) {
    if (ids.length === 0) return []
    const query = { chatId: row.id, before: null, ids, limit: ids.length }
    const stored = await deps.store.timeline(query)
    const entries = await presentEntries(deps, row, stored.reverse())
    if (entries.length === ids.length) return entries
    return [...entries, ...(await deps.scheduledOf(row, ids))]
  }

  /** To those who have lost sight of it. */
  async function tellGiven({ id, user_id: workspaceId, assigned_to }: ChatRow): Promise<void> {
    if (assigned_to !== null) realtime.chatGone(workspaceId, id, assigned_to)
    await deps.sightChanged(id)
  }

  function aboutOf({ device_id, assigned_to }: ChatRow) {
    return { deviceId: device_id, assignedTo: assigned_to }
  }

  /** The ids of changed entries, by the id of their chat. */
  async function entriesByChat(deviceId: string, notices: readonly ChatNotice[]) {
    const byChat = new Map<string, Set<string>>()
    const add = (chatId: string, ids: readonly string[]) => {
      const known = byChat.get(chatId) ?? new Set()
      byChat.set(chatId, known)
      for (const id of ids) known.add(id)
    }
    const keys = new Set(notices.flatMap(({ chatId, chatKey }) => (chatId ? [] : (chatKey ?? []))))
    const atKeys = await deps.lists.atKeys(deviceId, [...keys])
    const idOf = new Map(atKeys.map((row) => [row.chat_key, row.id]))
    const unplaced = new Set<string>()
    for (const { chatId, chatKey, entryIds } of notices) {
      const id = chatId ?? idOf.get(chatKey ?? '')
      if (id !== undefined) add(id, entryIds)
      else for (const entryId of entryIds) unplaced.add(entryId)
    }
    for (const { chatId, messageId } of await deps.store.chatsOf(deps.db, deviceId, [
      ...unplaced,
    ])) {
      add(chatId, [messageId])
    }
    return byChat
  }

  async function tellCounts(
    workspaceId: string,
    deviceId: string,
    assignees: readonly (string | null)[],
  ): Promise<void> {
    const counts = await deps.counts.ofNumber(workspaceId, deviceId)
    for (const assignedTo of new Set(assignees)) {
      const none = { unanswered: 0, answered: 0, snoozed: 0, closed: 0 }
      const count = counts.find((one) => one.assignedTo === assignedTo) ?? {
        ...none,
        deviceId,
        assignedTo,
      }
      const args = { numbers: [count], masked: [count] } satisfies Record<string, [ChatCount]>
      realtime.aboutChat(workspaceId, { deviceId, assignedTo }, 'chat_count_changed', args)
    }
  }

  return {
    announce(notice: ChatNotice): void {
      const { workspaceId, deviceId } = notice
      const notices = waiting.get(deviceId)
      if (notices) notices.push(notice)
      else waiting.set(deviceId, [notice])
      bursts.scheduleOnce(deviceId, () => tell(workspaceId, deviceId))
    },
    /** Entries are there no more. */
    gone(row: ChatRow, entryIds: readonly string[]): void {
      const gone = { chatId: row.id, entryIds: [...entryIds] }
      const args = { numbers: [gone], masked: [gone] } satisfies Record<string, [ChatEntriesGone]>
      realtime.aboutChat(row.user_id, aboutOf(row), 'chat_entries_gone', args)
    },
    stop: bursts.stop,
  }
}
