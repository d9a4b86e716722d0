import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'

interface NoteDeps {
  readonly db: Db
  readonly clock: Clock
  announce(notice: ChatNotice): void
}

/** Writes a note that only the team sees; returns the id of its entry. */
export function createWriteNote({ db, clock, announce }: NoteDeps) {
  return async (
    { workspaceId, personId }: Caller,
    chat: ChatRow,
    { text }: { readonly text: string },
  ): Promise<string> => {
    const note = {
      workspaceId,
      personId,
      chatId: chat.id,
      at: clock.now(),
      kind: 'note',
      text,
    } as const
    const id = await storeChatEntry(db, note)
    announce({ workspaceId, deviceId: chat.device_id, chatId: chat.id, entryIds: [id] })
    return id
  }
}

export type WriteNote = ReturnType<typeof createWriteNote>
