import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ReplyTable } from '../../platform/database/schema.ts'
import { changeTotals } from '../../platform/database/user-totals.ts'
import { type DeliveryState, nextDelivery } from '../../platform/delivery-state.ts'
import type { MessageReceipt } from '../../platform/outgoing-message.ts'
import type { KeptMessage } from './inbox.repository.ts'

/** One reply as it is written down before it leaves. */
export interface PlannedReply {
  readonly messageId: string
  readonly itemId: string
  readonly hop: number
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
}

export interface PendingReply extends PlannedReply {
  readonly deviceId: string
  readonly userId: string
  readonly chatJid: string
  readonly attempts: number
}

export function createRepliesRepository(db: Db) {
  return {
    /**
     * Settles an inbound message: its replies, and whatever `alongside` writes, in one transaction.
     * False when it was settled before; then nothing is written.
     */
    async plan(
      message: KeptMessage,
      replies: readonly PlannedReply[],
      now: number,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const taken = await tx
          .updateTable('inbox')
          .set({ state: 'answered' })
          .where('device_id', '=', message.deviceId)
          .where('message_id', '=', message.messageId)
          .where('state', '=', 'new')
          .returning('message_id')
          .executeTakeFirst()
        if (!taken) return false
        if (replies.length > 0) {
          await tx
            .insertInto('replies')
            .values(replies.map((reply) => toRow(message, reply, now)))
            .execute()
        }
        await changeTotals(tx, message.userId, { total: replies.length, sent: 0, failed: 0 })
        await alongside(tx)
        return true
      })
    },

    /** Replies of a chat that have not left, in the order they are to leave. */
    async pending(deviceId: string, chatKey: string): Promise<PendingReply[]> {
      const rows = await db
        .selectFrom('replies')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .where('state', '=', 'pending')
        .orderBy('created_at')
        .orderBy('hop')
        .execute()
      return rows.map(toPending)
    },

    async countAttempt(reply: PendingReply): Promise<void> {
      await db
        .updateTable('replies')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('device_id', '=', reply.deviceId)
        .where('message_id', '=', reply.messageId)
        .execute()
    },

    /** Writes down what the network says of a reply. The owner when something changed, else null. */
    async record(receipt: MessageReceipt): Promise<{ userId: string } | null> {
      return db.transaction().execute(async (tx) => {
        const reply = await tx
          .selectFrom('replies')
          .select(['state', 'user_id'])
          .where('device_id', '=', receipt.deviceId)
          .where('message_id', '=', receipt.messageId)
          .executeTakeFirst()
        if (!reply) return null
        const state = nextDelivery(reply.state, receipt.status)
        if (state === reply.state) return null
        const moved = await tx
          .updateTable('replies')
          .set({ state })
          .where('device_id', '=', receipt.deviceId)
          .where('message_id', '=', receipt.messageId)
          .where('state', '=', reply.state)
          .returning('message_id')
          .executeTakeFirst()
        if (!moved) return null
        await changeTotals(tx, reply.user_id, {
          total: 0,
          sent: Number(arrived(state)) - Number(arrived(reply.state)),
          failed: Number(state === 'failed') - Number(reply.state === 'failed'),
        })
        if (reply.state === 'pending' && state !== 'failed') await countSent(tx, receipt.deviceId)
        return { userId: reply.user_id }
      })
    },

    /** A reply sent earlier, as it left. */
    async findSent(deviceId: string, messageId: string): Promise<PendingReply | null> {
      const row = await db
        .selectFrom('replies')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row ? toPending(row) : null
    },

    /** Automatic replies in a chat since a moment. */
    async countSince(deviceId: string, chatKey: string, since: number): Promise<number> {
      const row = await db
        .selectFrom('replies')
        .select((eb) => eb.fn.countAll<number>().as('replies'))
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .where('created_at', '>', since)
        .executeTakeFirst()
      return Number(row?.replies ?? 0)
    },

    /** When an item last answered in a chat, fired by itself and not as a next action. */
    async lastFiredAt(deviceId: string, chatKey: string, itemId: string): Promise<number | null> {
      const row = await db
        .selectFrom('replies')
        .select((eb) => eb.fn.max('created_at').as('last'))
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .where('item_id', '=', itemId)
        .where('hop', '=', 0)
        .executeTakeFirst()
      return row?.last ?? null
    },

    async pausedUntil(deviceId: string, chatKey: string): Promise<number> {
      const row = await db
        .selectFrom('chat_pauses')
        .select('until')
        .where('device_id', '=', deviceId)
        .where('chat_key', '=', chatKey)
        .executeTakeFirst()
      return row?.until ?? 0
    },

    async pauseChat(deviceId: string, chatKey: string, until: number): Promise<void> {
      await db
        .insertInto('chat_pauses')
        .values({ device_id: deviceId, chat_key: chatKey, until })
        .onConflict((conflict) =>
          conflict.columns(['device_id', 'chat_key']).doUpdateSet({ until }),
        )
        .execute()
    },
  }
}

export type RepliesRepository = ReturnType<typeof createRepliesRepository>

/** The number's own count, as its card shows it (SPEC §3 AI device summary). */
async function countSent(tx: Db, deviceId: string): Promise<void> {
  await tx
    .updateTable('chatbot_numbers')
    .set((eb) => ({ sent: eb('sent', '+', 1) }))
    .where('device_id', '=', deviceId)
    .execute()
}

function arrived(state: DeliveryState): boolean {
  return state === 'delivered' || state === 'read'
}

function toRow(message: KeptMessage, reply: PlannedReply, now: number): Selectable<ReplyTable> {
  return {
    device_id: message.deviceId,
    message_id: reply.messageId,
    user_id: message.userId,
    inbox_message_id: message.messageId,
    chat_jid: message.chatJid,
    chat_key: message.chatKey,
    item_id: reply.itemId,
    hop: reply.hop,
    text: reply.text,
    media_id: reply.mediaId,
    presence: reply.presence,
    presence_seconds: reply.presenceSeconds,
    state: 'pending',
    attempts: 0,
    created_at: now,
  }
}

function toPending(row: Selectable<ReplyTable>): PendingReply {
  return {
    deviceId: row.device_id,
    userId: row.user_id,
    messageId: row.message_id,
    itemId: row.item_id,
    hop: row.hop,
    text: row.text,
    mediaId: row.media_id,
    presence: row.presence,
    presenceSeconds: row.presence_seconds,
    chatJid: row.chat_jid,
    attempts: row.attempts,
  }
}
