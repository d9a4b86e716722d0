import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'
import type { ChatMentions } from '../mentions/chat-mentions.repository.ts'

export interface Mentioned {
  readonly workspaceId: string
  readonly personId: string
  readonly chatId: string
  readonly entryId: string
}

interface NoteDeps {
  readonly db: Db
  readonly clock: Clock
  readonly mentions: Pick<ChatMentions, 'add'>
  /** Whether somebody belongs to the workspace and sees the chat. */
  seesChat(personId: string, chat: ChatRow): Promise<boolean>
  /** A note that names a person is stored. */
  onMentioned(mentioned: Mentioned, by: Pick<Caller, 'personId'>): void
  announce(notice: ChatNotice): void
}

/**
 * Writes a note that only the team sees; returns the id of its entry. Those it names are told; who
 * does not see the chat, and the writer, are not.
 */
export function createWriteNote(deps: NoteDeps) {
  const { db, clock, mentions, announce } = deps
  return async (
    { workspaceId, personId }: Caller,
    chat: ChatRow,
    { text, mentions: named }: { readonly text: string; readonly mentions: readonly string[] },
  ): Promise<string> => {
    const told: string[] = []
    for (const id of new Set(named)) {
      if (id !== personId && (await deps.seesChat(id, chat))) told.push(id)
    }
    const chatId = chat.id
    const note = { workspaceId, personId, chatId, at: clock.now(), kind: 'note', text } as const
    const entryId = await db.transaction().execute(async (tx) => {
      const id = await storeChatEntry(tx, note)
      await mentions.add(tx, { ...note, entryId: id }, told)
      return id
    })
    announce({ workspaceId, deviceId: chat.device_id, chatId, entryIds: [entryId] })
    for (const id of told) {
      deps.onMentioned({ workspaceId, personId: id, chatId, entryId }, { personId })
    }
    return entryId
  }
}

export type WriteNote = ReturnType<typeof createWriteNote>
