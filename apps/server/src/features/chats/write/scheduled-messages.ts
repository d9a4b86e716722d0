import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { requireMayWrite } from '../assigning/before-word.ts'
import type { ChatRow, ChatsStore, TimelineRow } from '../chats.ports.ts'
import { type EntryDeps, presentEntries } from '../entries/present-entries.ts'
import type { MayWrite } from './may-write.ts'
import type { MemberMessage, MemberMessages } from './member-messages.repository.ts'
import type { Writing } from './write-message.ts'

interface ScheduledDeps extends EntryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'reactionsTo' | 'lock'>
  readonly messages: MemberMessages
  readonly mayWrite: Pick<MayWrite, 'require'>
  readonly writing: Pick<Writing, 'prepare' | 'giveNow' | 'tell'>
  announceGone(chat: ChatRow, entryIds: readonly string[]): void
}

/** A change of a message that leaves later; null for now. */
export interface ScheduledChange {
  readonly text?: string | undefined
  /** In epoch milliseconds. */
  readonly sendAt?: number | null | undefined
}

/** Messages that leave later. */
export function createScheduledMessages(deps: ScheduledDeps) {
  const { db, clock, messages, writing } = deps

  /** Those of a chat, by when they leave; of these ids, if given. */
  async function of(chat: ChatRow, ids?: readonly string[]): Promise<ChatEntry[]> {
    const waiting = await messages.waitingIn(chat.id, ids)
    const entries = await presentEntries(deps, chat, waiting.map(toRow))
    return entries.map((entry, n) => ({
      ...entry,
      state: waiting[n]?.state === 'held' ? 'held' : 'scheduled',
      sendAt: new Date(waiting[n]?.send_at ?? 0).toISOString(),
    }))
  }

  async function require(chat: ChatRow, id: string): Promise<MemberMessage> {
    const message = await messages.find(id)
    if (message?.chat_id !== chat.id) throw new DomainError('chat_entry_not_found')
    return message
  }

  return {
    of,

    /** Throws `chat_entry_not_found`, `message_has_left` and `message_empty`. */
    async change(
      caller: Caller,
      chat: ChatRow,
      id: string,
      { text, sendAt }: ScheduledChange,
    ): Promise<void> {
      const now = clock.now()
      const before = await require(chat, id)
      if (text?.trim() === '' && before.media_id === null) throw new DomainError('message_empty')
      const ready = await writing.prepare(before, await deps.mayWrite.require(caller, chat))
      const given = await db.transaction().execute(async (tx) => {
        await deps.store.lock(tx, chat.id)
        const state = sendAt === null ? ('given' as const) : ('scheduled' as const)
        const decided = { state, decided_at: now, ...(sendAt && { send_at: sendAt }) }
        const row = await messages.change(tx, id, {
          ...(text !== undefined && { text }),
          ...(sendAt !== undefined && decided),
          // A change that names nothing still finds out whether it has left.
          ...(text === undefined && sendAt === undefined && { decided_at: now }),
        })
        if (!row) throw new DomainError('message_has_left')
        if (sendAt !== null) return { entryIds: [id] }
        return writing.giveNow(tx, chat, row, { ready, writer: caller })
      })
      writing.tell(chat, given)
    },

    /**
     * Returns its file. Throws `chat_entry_not_found`, `message_has_left` and `assignee_only`.
     */
    async withdraw(caller: Caller, chat: ChatRow, id: string): Promise<string | null> {
      await require(chat, id)
      await requireMayWrite(db, caller, chat)
      const row = await db.transaction().execute(async (tx) => {
        await deps.store.lock(tx, chat.id)
        const changed = await messages.change(tx, id, { state: 'withdrawn' })
        if (!changed) throw new DomainError('message_has_left')
        return changed
      })
      deps.announceGone(chat, [id])
      return row.media_id
    },
  }
}

export type ScheduledMessages = ReturnType<typeof createScheduledMessages>

/** As an entry that was sent when it was written. */
function toRow(message: MemberMessage): TimelineRow {
  return {
    at: message.created_at,
    hasLeft: true,
    id: message.id,
    by: 'member',
    text: message.text,
    kind: null,
    mediaId: message.media_id,
    senderName: '',
    deleted: false,
    editedAt: null,
    quotedId: null,
    originId: message.id,
    state: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    reason: null,
    senderJid: null,
    networkId: message.id,
    content: message.content,
    personId: message.person_id,
    event: null,
  }
}
