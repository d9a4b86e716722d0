import { CHAT_LABELS_MAX, type ChatLabel } from '@kirim/contract/chat-labels'
import type { ChatFilter } from '@kirim/contract/chats'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/take-lock.ts'
import { refuseTaken } from '../../../platform/database/taken.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { searchableName } from '../../../platform/search-text.ts'

type LabelBody = Omit<ChatLabel, 'id'>

const keyOfName = (name: string) => searchableName(name).slice(0, 200)

/** The labels of workspaces, and on which chats they are. */
export function createChatLabels(db: Db) {
  const inWorkspace = (tx: Db, workspaceId: string) =>
    tx.selectFrom('chat_labels').select(['id', 'name', 'colour']).where('user_id', '=', workspaceId)

  return {
    /** By name. */
    list: (workspaceId: string): Promise<ChatLabel[]> =>
      inWorkspace(db, workspaceId).orderBy('name_key').orderBy('id').execute(),

    /** Null when the workspace has no such label. */
    async find(tx: Db, workspaceId: string, id: string): Promise<ChatLabel | null> {
      return (await inWorkspace(tx, workspaceId).where('id', '=', id).executeTakeFirst()) ?? null
    },

    /** Throws `chat_labels_full` and `chat_label_name_taken`. */
    add: (workspaceId: string, { name, colour }: LabelBody, now: number): Promise<ChatLabel> =>
      db.transaction().execute(async (tx) => {
        // Two at once must not exceed the most there may be.
        await takeLock(tx, `labels of ${workspaceId}`, now)
        const known = await inWorkspace(tx, workspaceId).execute()
        if (known.length >= CHAT_LABELS_MAX) {
          throw new DomainError('chat_labels_full', { max: CHAT_LABELS_MAX })
        }
        const label = { id: newId(), name, colour }
        await tx
          .insertInto('chat_labels')
          .values({ ...label, user_id: workspaceId, name_key: keyOfName(name) })
          .execute()
          .catch(refuseTaken('chat_label_name_taken', 'name'))
        return label
      }),

    /** Throws `chat_label_not_found` and `chat_label_name_taken`. */
    async change(workspaceId: string, id: string, { name, colour }: LabelBody): Promise<ChatLabel> {
      const { numUpdatedRows } = await db
        .updateTable('chat_labels')
        .set({ name, colour, name_key: keyOfName(name) })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
        .catch(refuseTaken('chat_label_name_taken', 'name'))
      if (numUpdatedRows === 0n) throw new DomainError('chat_label_not_found')
      return { id, name, colour }
    },

    /** Takes it off all chats, too. Throws `chat_label_not_found`. */
    async remove(workspaceId: string, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('chat_labels')
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new DomainError('chat_label_not_found')
    },

    /** False when the chat has it already. */
    async put(tx: Db, chatId: string, labelId: string): Promise<boolean> {
      const row = await tx
        .insertInto('chat_label_uses')
        .values({ chat_id: chatId, label_id: labelId })
        .onConflict((conflict) => conflict.columns(['chat_id', 'label_id']).doNothing())
        .returning('chat_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** False when the chat does not have it. */
    async takeOff(tx: Db, chatId: string, labelId: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('chat_label_uses')
        .where('chat_id', '=', chatId)
        .where('label_id', '=', labelId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The labels of chats by name, by the ids of the chats. */
    async labelsOf(chatIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      if (chatIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('chat_label_uses as use')
        .innerJoin('chat_labels as label', 'label.id', 'use.label_id')
        .select(['use.chat_id', 'use.label_id'])
        .where('use.chat_id', 'in', chatIds)
        .orderBy('label.name_key')
        .orderBy('label.id')
        .execute()
      const byChat = Map.groupBy(rows, (row) => row.chat_id)
      return new Map([...byChat].map(([id, of]) => [id, of.map((row) => row.label_id)]))
    },
  }
}

export type ChatLabels = ReturnType<typeof createChatLabels>

/** SQL: whether the row of `chat` has the label that a filter asks for; null when it asks none. */
export function hasLabel({ labelId }: ChatFilter) {
  if (labelId === undefined) return null
  return sql<SqlBool>`exists (
    select 1 from chat_label_uses
    where chat_label_uses.label_id = ${labelId} and chat_label_uses.chat_id = chat.id
  )`
}
