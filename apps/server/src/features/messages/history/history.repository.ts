import type { ChatHistory } from '@kirim/contract/chat-history'
import type { Selectable } from 'kysely'
import { bulkDatabase, type Db } from '../../../platform/database/database.ts'
import type { ChatHistoryTable } from '../../../platform/database/schema/chat-history.ts'
import { newId } from '../../../platform/ids.ts'
import type { HistoryPart } from './history.ports.ts'

/** A part that cannot be read this often is given up. */
const TRIES_MAX = 3
/** Below this share of a history, how much it is cannot be told. */
const TELLING_PERCENT = 2

export type StoredHistory = Selectable<ChatHistoryTable>

/** The parts of histories that are still to be read, and how far each number's is. */
export function createHistoryRepository(db: Db) {
  const bulk = bulkDatabase(db)

  return {
    async addPart(deviceId: string, notification: Uint8Array, now: number): Promise<string> {
      const id = newId()
      const part = {
        id,
        device_id: deviceId,
        // It may have megabytes.
        notification: Buffer.from(notification).toString('base64'),
        received_at: now,
      }
      await bulk
        .transaction()
        .execute((tx) => tx.insertInto('history_parts').values(part).execute())
      return id
    },

    async partsOf(deviceId: string): Promise<HistoryPart[]> {
      const rows = await db
        .selectFrom('history_parts')
        .select(['id', 'notification'])
        .where('device_id', '=', deviceId)
        .orderBy('received_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        notification: Buffer.from(row.notification, 'base64'),
      }))
    },

    async removePart(id: string): Promise<void> {
      await db.deleteFrom('history_parts').where('id', '=', id).execute()
    },

    /** Counts an attempt; after the last one the part is given up. */
    async notePartFailed(id: string): Promise<void> {
      const row = await db
        .updateTable('history_parts')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .returning('tries')
        .executeTakeFirst()
      if (row && row.tries >= TRIES_MAX) await this.removePart(id)
    },

    async hasParts(deviceId: string): Promise<boolean> {
      const row = await db
        .selectFrom('history_parts')
        .select('id')
        .where('device_id', '=', deviceId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async find(deviceId: string): Promise<StoredHistory | null> {
      const row = await db
        .selectFrom('chat_history')
        .selectAll()
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      return row ?? null
    },

    /** Of these numbers; null for all of the workspace. */
    async list(workspaceId: string, deviceIds: readonly string[] | null): Promise<StoredHistory[]> {
      if (deviceIds?.length === 0) return []
      return db
        .selectFrom('chat_history')
        .selectAll()
        .where('user_id', '=', workspaceId)
        .$if(deviceIds !== null, (query) => query.where('device_id', 'in', deviceIds ?? []))
        .orderBy('device_id')
        .execute()
    },

    /** A history begins anew. */
    async begin(row: {
      readonly deviceId: string
      readonly workspaceId: string
      readonly state: 'asked' | 'reading'
      readonly days: number | null
      readonly now: number
    }): Promise<void> {
      const columns = {
        state: row.state,
        days: row.days,
        progress: 0,
        about: null,
        messages: 0,
        chats: 0,
        begun_at: row.now,
        updated_at: row.now,
      }
      await db
        .insertInto('chat_history')
        .values({ device_id: row.deviceId, user_id: row.workspaceId, ...columns })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
        .execute()
    },

    /** In the transaction that stores the messages, so that repeated ones are not counted. */
    async count(
      tx: Db,
      deviceId: string,
      added: { readonly messages: number; readonly chats: number; readonly now: number },
    ): Promise<void> {
      await tx
        .updateTable('chat_history')
        .set((eb) => ({
          messages: eb('messages', '+', added.messages),
          chats: eb('chats', '+', added.chats),
          updated_at: added.now,
        }))
        .where('device_id', '=', deviceId)
        .execute()
    },

    async setState(
      { device_id: deviceId, messages }: StoredHistory,
      state: ChatHistoryTable['state'],
      progress: number,
      now: number,
    ): Promise<void> {
      const about = progress < TELLING_PERCENT ? null : Math.round((messages * 100) / progress)
      await db
        .updateTable('chat_history')
        .set({ state, progress: Math.round(progress), about, updated_at: now })
        .where('device_id', '=', deviceId)
        .execute()
    },
  }
}

export function toChatHistory(row: StoredHistory): ChatHistory {
  const { messages, about } = row
  return {
    deviceId: row.device_id,
    state: row.state,
    days: row.days,
    messages,
    aboutMessages: about === null ? null : Math.max(messages, about),
    chats: row.chats,
    begunAt: new Date(row.begun_at).toISOString(),
  }
}
