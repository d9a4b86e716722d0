import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { seenChats } from '../list/chat-lists.repository.ts'

/** Chats that somebody sees, in whatever queue. */
export function createSeenChats(db: Db, { rows }: Pick<ChatsStore, 'rows'>) {
  const seenBy = (sight: Sight) =>
    db.selectFrom(rows.as('chat')).selectAll('chat').$call(seenChats(sight))

  return {
    async among(sight: Sight, ids: readonly string[]): Promise<readonly ChatRow[]> {
      if (ids.length === 0) return []
      return seenBy(sight).where('chat.id', 'in', ids).execute()
    },

    /** The chats with these numbers, the newest first. */
    async withNumbers(
      sight: Sight,
      numbers: readonly string[],
      most: number,
    ): Promise<readonly ChatRow[]> {
      if (numbers.length === 0) return []
      return seenBy(sight)
        .where('chat.number', 'in', numbers)
        .orderBy('chat.last_at', 'desc')
        .limit(most)
        .execute()
    },
  }
}

export type SeenChats = ReturnType<typeof createSeenChats>
