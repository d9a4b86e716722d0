import type { SavedChatView } from '@kirim/contract/chat-views'
import { ChatFilter } from '@kirim/contract/chats'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { fold } from '../../../platform/search-text.ts'

/** Whose views: each person has their own in each workspace. */
export interface ViewOwner {
  readonly workspaceId: string
  readonly personId: string
}

/** Views that people have saved. */
export function createChatViewsRepository(db: Db) {
  return {
    /** By name. */
    async list({ workspaceId, personId }: ViewOwner): Promise<SavedChatView[]> {
      const rows = await db
        .selectFrom('chat_views')
        .select(['id', 'name', 'view', 'filter'])
        .where('user_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .orderBy('name_key')
        .execute()
      return rows.map((row) => ({ ...row, filter: ChatFilter.parse(JSON.parse(row.filter)) }))
    },

    /** In place of the one with the same name, whose id stays. */
    async save(
      { workspaceId, personId }: ViewOwner,
      { name, view, filter }: Omit<SavedChatView, 'id'>,
      savedAt: number,
    ): Promise<SavedChatView> {
      const content = { name, view, filter: JSON.stringify(filter), saved_at: savedAt }
      const { id } = await db
        .insertInto('chat_views')
        .values({
          id: newId(),
          user_id: workspaceId,
          person_id: personId,
          name_key: fold(name),
          ...content,
        })
        .onConflict((same) =>
          same.columns(['user_id', 'person_id', 'name_key']).doUpdateSet(content),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, name, view, filter }
    },

    /** Throws `chat_view_not_found`. */
    async remove({ workspaceId, personId }: ViewOwner, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('chat_views')
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new DomainError('chat_view_not_found')
    },
  }
}
