import type { PausedChat } from '@kirim/contract/paused-chats'
import type { Db } from '../../../platform/database/database.ts'
import type { Narrowing } from '../../../platform/database/in-sight.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { newId } from '../../../platform/ids.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'

/** The window of the loop guard in which a chat had too many automatic replies. */
export type LoopLimit = PausedChat['reason']

interface Chat {
  readonly deviceId: string
  readonly chatKey: string
}

const pausesOf = prepared((db, { deviceId, chatKey }: Chat) =>
  db
    .selectFrom('chat_pauses')
    .select(['until', 'counted_from'])
    .where('device_id', '=', deviceId)
    .where('chat_key', '=', chatKey),
)

const repliesSince = prepared(
  (db, { deviceId, chatKey, since, limit }: Chat & { since: number; limit: number }) =>
    db
      .selectFrom('chatbot_replies')
      .select('created_at')
      .where('device_id', '=', deviceId)
      .where('chat_key', '=', chatKey)
      .where('created_at', '>', since)
      .where('state', '!=', 'dropped')
      .orderBy('created_at', 'desc')
      .limit(limit),
)

const asItIs: Narrowing = (query) => query

/** The automatic replies of a chat, and whether it is paused. */
export function createChatRestraintRepository(db: Db) {
  return {
    /** When the latest automatic replies in a chat were written, newest first. */
    async recentReplies(
      deviceId: string,
      chatKey: string,
      since: number,
      limit: number,
    ): Promise<number[]> {
      const rows = await repliesSince(db, { deviceId, chatKey, since, limit })
      return rows.map((row) => row.created_at)
    },

    /**
     * When an item last fired in a chat after a given time, even when only its next action replied.
     */
    async lastFiredAt(
      deviceId: string,
      chatKey: string,
      itemId: string,
      since: number,
    ): Promise<number | null> {
      const row = await db
        .selectFrom('chatbot_replies')
        .select((eb) => eb.fn.max('created_at').as('last'))
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .where('created_at', '>', since)
        .where('fired_item_id', '=', itemId)
        .where('state', '!=', 'dropped')
        .executeTakeFirst()
      return row?.last ?? null
    },

    /** Until when a chat is paused, and since when its replies count. */
    async pauseOf(
      deviceId: string,
      chatKey: string,
    ): Promise<{ until: number; countedFrom: number }> {
      const [row] = await pausesOf(db, { deviceId, chatKey })
      return { until: row?.until ?? 0, countedFrom: row?.counted_from ?? 0 }
    },

    async pauseChat(message: StoredMessage, reason: LoopLimit, until: number): Promise<void> {
      const pause = {
        until,
        reason,
        chat: message.chat,
        name: message.senderName,
        phone_number: message.senderNumber ?? '',
        username: message.username ?? '',
      }
      await db
        .insertInto('chat_pauses')
        .values({
          ...pause,
          id: newId(),
          device_id: message.deviceId,
          chat_key: message.chatKey,
          counted_from: 0,
        })
        .onConflict((conflict) => conflict.columns(['device_id', 'chat_key']).doUpdateSet(pause))
        .execute()
    },

    /** The paused chats, longest pause first; `narrow` leaves out those that are not seen. */
    async listPaused(
      deviceId: string,
      now: number,
      narrow: Narrowing = asItIs,
    ): Promise<(Omit<PausedChat, 'until'> & { until: number })[]> {
      const rows = await db
        .selectFrom('chat_pauses')
        .select(['id', 'chat', 'name', 'phone_number', 'username', 'reason', 'until'])
        .where('device_id', '=', deviceId)
        .where('until', '>', now)
        .$call(narrow)
        .orderBy('until', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ phone_number, ...row }) => ({ ...row, phoneNumber: phone_number }))
    },

    /** Ends a pause and resets the count. False when there is no such pause. */
    async resume(
      deviceId: string,
      pauseId: string,
      now: number,
      narrow: Narrowing = asItIs,
    ): Promise<boolean> {
      const row = await db
        .updateTable('chat_pauses')
        .set({ until: now, counted_from: now })
        .where('device_id', '=', deviceId)
        .where('id', '=', pauseId)
        .where('until', '>', now)
        .$call(narrow)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** Until when chatbots are silent in these chats, by number and key; others are missing. */
export async function pausesAmong(
  db: Db,
  chats: readonly { readonly device_id: string; readonly chat_key: string }[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (chats.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_pauses')
    .select(['device_id', 'chat_key', 'until'])
    .where('device_id', 'in', [...new Set(chats.map((chat) => chat.device_id))])
    .where('chat_key', 'in', [...new Set(chats.map((chat) => chat.chat_key))])
    .where('until', '>', now)
    .execute()
  return new Map(rows.map((row) => [`${row.device_id} ${row.chat_key}`, row.until]))
}

/** Ends the pause of the guard against loops in a chat; false when there is none. */
export async function endLoopPause(
  tx: Db,
  { device_id, chat_key }: { readonly device_id: string; readonly chat_key: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_pauses')
    .set({ until: now, counted_from: now })
    .where('device_id', '=', device_id)
    .where('chat_key', '=', chat_key)
    .where('until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type ChatRestraintRepository = ReturnType<typeof createChatRestraintRepository>
