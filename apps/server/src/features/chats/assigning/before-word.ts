import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { pausedUntil } from '../rules/bot-pause.ts'
import { newChatsOf, rulesOf } from '../rules/chat-rules.repository.ts'

interface WordDeps {
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows' | 'change'>
  /** The numbers among these whose chatbot is switched on. */
  chatbotsOn(tx: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>>
}

type Writer = Pick<Caller, 'workspaceId' | 'personId'>

/** What follows from somebody's word in a chat. */
export interface Word {
  readonly entryIds: readonly string[]
  /** To whom the chat was assigned before. */
  readonly wasAssignedTo: string | null
}

/**
 * In the transaction that stores a message of somebody of the team, once the chat is locked: a chat
 * of nobody becomes theirs where those who answer take it, and the timeline says from when on
 * chatbots are silent. Throws `chat_not_found` and `assignee_only`.
 */
export type BeforeWord = (tx: Db, writer: Writer, chatId: string) => Promise<Word>

/** Throws `assignee_only` where only the person who has a chat may write in it. */
export async function requireMayWrite(
  db: Db,
  { workspaceId, personId }: Writer,
  { assigned_to }: Pick<ChatRow, 'assigned_to'>,
): Promise<void> {
  if (assigned_to === null || assigned_to === personId) return
  if ((await rulesOf(db, workspaceId)).assigneeOnly) throw new DomainError('assignee_only')
}

export function createBeforeWord({ clock, store, chatbotsOn }: WordDeps): BeforeWord {
  return async (tx, writer, chatId) => {
    const { workspaceId, personId } = writer
    const chat = await tx
      .selectFrom(store.rows.as('chat'))
      .select(['device_id', 'assigned_to', 'word_at', 'handed_over_at'])
      .where('id', '=', chatId)
      .executeTakeFirst()
    if (!chat) throw new DomainError('chat_not_found')
    await requireMayWrite(tx, writer, chat)
    const { device_id: deviceId, assigned_to: wasAssignedTo } = chat
    const at = clock.now()
    const entry = { chatId, workspaceId, at, personId }
    const entryIds: string[] = []
    const place = { workspaceId, deviceId }
    if (wasAssignedTo === null && (await newChatsOf(tx, place)) !== 'by_hand') {
      await store.change(tx, chatId, { assigned_to: personId })
      const params = { personId, how: 'answered' }
      entryIds.push(await storeChatEntry(tx, { ...entry, kind: 'assigned', params }))
    }
    const { botPause } = await rulesOf(tx, workspaceId)
    const spoken = { ...chat, word_at: at }
    const until = pausedUntil(spoken, botPause, at)
    const isNews = until !== null && pausedUntil(chat, botPause, at) === null
    if (isNews && (await chatbotsOn(tx, [deviceId])).has(deviceId)) {
      const params = { until: new Date(until).toISOString() }
      entryIds.push(await storeChatEntry(tx, { ...entry, kind: 'chatbot_paused', params }))
    }
    return { entryIds, wasAssignedTo }
  }
}
