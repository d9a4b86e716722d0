import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { MessageName } from '../../../platform/message-content.ts'
import { requireMayWrite } from '../assigning/before-word.ts'
import type { ChatRow, ChatsStore, TimelineRow } from '../chats.ports.ts'
import type { MemberMessages } from './member-messages.repository.ts'
import type { Writing } from './write-message.ts'

/** The network ignores edits that come later. */
export const EDIT_WITHIN_MS = 15 * 60_000
/** The network ignores deletions that come later. */
const DELETE_WITHIN_MS = 48 * 60 * 60_000

interface ChangeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'timeline'>
  readonly messages: Pick<MemberMessages, 'find'>
  readonly writing: Writing
  /** Drops a message that has certainly not left; false when it may have. */
  withdraw(deviceId: string, messageId: string): Promise<boolean>
  announceGone(chat: ChatRow, entryIds: readonly string[]): void
}

const ACCEPTED: ReadonlySet<string | null> = new Set(['sent', 'delivered', 'read'])

/** Reactions, edits and deletions; all throw `chat_entry_not_found` for what is no message. */
export function createMessageChanges(deps: ChangeDeps) {
  const { clock, store, messages, writing } = deps

  /** A message of the chat that is still there. */
  async function require(chat: ChatRow, entryId: string): Promise<TimelineRow> {
    const query = { chatId: chat.id, before: null, ids: [entryId], limit: 1 }
    const [row] = await store.timeline(query)
    if (!row || row.event !== null || row.deleted) throw new DomainError('chat_entry_not_found')
    return row
  }

  /** Throws `message_not_ours` and `message_not_sent`. */
  async function requireSent(chat: ChatRow, entryId: string): Promise<TimelineRow> {
    const row = await require(chat, entryId)
    if (!row.hasLeft) throw new DomainError('message_not_ours')
    if (!ACCEPTED.has(row.state)) throw new DomainError('message_not_sent')
    return row
  }

  return {
    require,

    async react(caller: Caller, chat: ChatRow, entryId: string, emoji: string): Promise<void> {
      const row = await require(chat, entryId)
      if (row.hasLeft && !ACCEPTED.has(row.state)) throw new DomainError('message_not_sent')
      const content = { type: 'reaction', to: nameOf(row, chat), emoji } as const
      await writing.write(caller, chat, { kind: 'reaction', clientId: null, text: '', content })
    },

    /** Also throws `message_not_text` and `edit_too_late`. */
    async edit(caller: Caller, chat: ChatRow, entryId: string, text: string): Promise<void> {
      const row = await requireSent(chat, entryId)
      if (row.by !== 'member') throw new DomainError('message_not_ours')
      if (row.mediaId !== null || isPoll(row)) throw new DomainError('message_not_text')
      if (clock.now() - (row.sentAt ?? row.at) > EDIT_WITHIN_MS) {
        throw new DomainError('edit_too_late')
      }
      const content = { type: 'edit', of: nameOf(row, chat) } as const
      await writing.write(caller, chat, { kind: 'edit', clientId: null, text, content })
    },

    /** Withdraws one that has not left. Also throws `delete_too_late`. */
    async remove(caller: Caller, chat: ChatRow, entryId: string): Promise<void> {
      const { state, by } = await require(chat, entryId)
      if (state === 'pending' && by === 'member') {
        await requireMayWrite(deps.db, caller, chat)
        if (await deps.withdraw(chat.device_id, entryId)) deps.announceGone(chat, [entryId])
        else throw new DomainError('message_not_sent')
        return
      }
      const row = await requireSent(chat, entryId)
      if (clock.now() - (row.sentAt ?? row.at) > DELETE_WITHIN_MS) {
        throw new DomainError('delete_too_late')
      }
      const content = { type: 'deletion', of: nameOf(row, chat) } as const
      await writing.write(caller, chat, { kind: 'deletion', clientId: null, text: '', content })
    },

    /** Sends a failed message again, as a new one. Also throws `message_not_failed`. */
    async retry(caller: Caller, chat: ChatRow, entryId: string, clientId: string) {
      const row = await require(chat, entryId)
      if (row.state !== 'failed') throw new DomainError('message_not_failed')
      const message = row.by === 'member' ? await messages.find(row.originId ?? '') : null
      if (!message) throw new DomainError('message_not_ours')
      return writing.write(caller, chat, {
        kind: 'message',
        clientId,
        text: message.text,
        mediaId: message.media_id,
        content: message.content === null ? null : JSON.parse(message.content),
      })
    },
  }
}

export type MessageChanges = ReturnType<typeof createMessageChanges>

/** A message as the network names it. */
export function nameOf(row: TimelineRow, chat: ChatRow): MessageName {
  const fromMe = row.by !== 'person'
  const senderJid = chat.kind === 'group' && !fromMe ? (row.senderJid ?? '') : ''
  return { messageId: row.networkId, senderJid, fromMe }
}

const isPoll = ({ content }: TimelineRow) =>
  content !== null && (JSON.parse(content) as { readonly type?: string }).type === 'poll'
