import { MENTIONS_LISTED } from '@kirim/contract/chat-mentions'
import type { Db } from '../../../platform/database/database.ts'

export interface Reader {
  readonly workspaceId: string
  readonly personId: string
}

/** Whom notes name, and what they have seen of it. */
export function createChatMentions(db: Db) {
  return {
    /** In the transaction that stores the note. */
    async add(
      tx: Db,
      note: {
        readonly entryId: string
        readonly chatId: string
        readonly workspaceId: string
        readonly at: number
      },
      personIds: readonly string[],
    ): Promise<void> {
      if (personIds.length === 0) return
      await tx
        .insertInto('chat_mentions')
        .values(
          personIds.map((person_id) => ({
            entry_id: note.entryId,
            person_id,
            user_id: note.workspaceId,
            chat_id: note.chatId,
            at: note.at,
            seen_at: null,
          })),
        )
        .execute()
    },

    /** What somebody has not seen, newest first. */
    async unseen({
      workspaceId,
      personId,
    }: Reader): Promise<{ readonly entryId: string; readonly chatId: string }[]> {
      const rows = await db
        .selectFrom('chat_mentions')
        .select(['entry_id', 'chat_id'])
        .where('user_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .where('seen_at', 'is', null)
        .orderBy('at', 'desc')
        .orderBy('entry_id', 'desc')
        .limit(MENTIONS_LISTED)
        .execute()
      return rows.map((row) => ({ entryId: row.entry_id, chatId: row.chat_id }))
    },

    async markSeen({ workspaceId, personId }: Reader, chatId: string, now: number): Promise<void> {
      await db
        .updateTable('chat_mentions')
        .set({ seen_at: now })
        .where('user_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .where('chat_id', '=', chatId)
        .where('seen_at', 'is', null)
        .execute()
    },
  }
}

export type ChatMentions = ReturnType<typeof createChatMentions>
