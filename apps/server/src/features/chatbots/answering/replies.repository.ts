import type { Db } from '../../../platform/database/database.ts'
import { changeTotals } from '../../../platform/database/user-totals.ts'
import { type DeliveryState, nextDelivery } from '../../../platform/delivery-state.ts'
import type { MessageReceipt } from '../../../platform/outgoing-message.ts'
import { awaitResponse } from '../responses/awaited-responses.ts'
import type { KeptMessage } from './inbox.repository.ts'
import { pendingReplies, unsettledReply } from './open-work.ts'
import type { PendingReply, PlannedReply } from './reply.ts'
import { insertReply, ofReply, toPending } from './reply-rows.ts'

export function createRepliesRepository(db: Db) {
  return {
    /**
     * Settles an inbound message: its first reply, and whatever `alongside` writes, in one transaction. Null when
     * there is nothing to send, or when it was settled before; then nothing is written.
     */
    async plan(
      message: KeptMessage,
      reply: PlannedReply | null,
      now: number,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<PendingReply | null> {
      return db.transaction().execute(async (tx) => {
        const taken = await tx
          .updateTable('inbox')
          .set({ state: 'answered' })
          .where('device_id', '=', message.deviceId)
          .where('message_id', '=', message.messageId)
          .where('state', '=', 'new')
          .returning('message_id')
          .executeTakeFirst()
        if (!taken) return null
        const planned = reply && (await insertReply(tx, message, reply, now))
        await alongside(tx)
        return planned
      })
    },

    /** Writes down the next reply of a chain, once: null when it was written before. */
    async planNext(
      previous: PendingReply,
      message: KeptMessage,
      reply: PlannedReply,
      now: number,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<PendingReply | null> {
      return db.transaction().execute(async (tx) => {
        const taken = await ofReply(tx, previous)
          .set({ next_item_id: null })
          .where('next_item_id', 'is not', null)
          .returning('message_id')
          .executeTakeFirst()
        if (!taken) return null
        const planned = await insertReply(tx, message, reply, now)
        await alongside(tx)
        return planned
      })
    },

    /** The chain ends with this reply; `reason` says why, when it was to go on. */
    async endChain(reply: PendingReply, reason: string | null): Promise<void> {
      await ofReply(db, reply).set({ next_item_id: null, reason }).execute()
    },

    async nextUnsettled(deviceId: string, chatKey: string): Promise<PendingReply | null> {
      const row = await unsettledReply(db, deviceId, chatKey)
      return row && toPending(row)
    },

    async pendingOf(deviceId: string): Promise<PendingReply[]> {
      const rows = await pendingReplies(db, deviceId)
      return rows.map(toPending)
    },

    /** Items that have answered a message, as it itself or as next actions. */
    async itemsOf(deviceId: string, inboxMessageId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('replies')
        .select('item_id')
        .where('device_id', '=', deviceId)
        .where('inbox_message_id', '=', inboxMessageId)
        .execute()
      return new Set(rows.map((row) => row.item_id))
    },

    async countAttempt(reply: PendingReply): Promise<void> {
      await ofReply(db, reply)
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .execute()
    },

    /** Holds, before it is handed to the network, that it may have left; or that it certainly has not. */
    async mark(reply: PendingReply, mayHaveLeft: boolean): Promise<void> {
      await ofReply(db, reply)
        .set({ may_have_left: mayHaveLeft ? 1 : 0 })
        .execute()
    },

    /**
     * Gives up a reply that has not left, and with it the rest of its chain. It counts nowhere; a message that got no
     * other reply was not answered. The owner when something changed, else null.
     */
    async drop(reply: PendingReply, reason: string): Promise<{ userId: string } | null> {
      const { deviceId, userId, inboxMessageId } = reply
      return db.transaction().execute(async (tx) => {
        const dropped = await tx
          .updateTable('replies')
          .set({ state: 'dropped', reason, next_item_id: null })
          .where('device_id', '=', deviceId)
          .where('inbox_message_id', '=', inboxMessageId)
          .where('state', '=', 'pending')
          .where((eb) =>
            eb.or([eb('message_id', '=', reply.messageId), eb('may_have_left', '=', 0)]),
          )
          .returning('message_id')
          .execute()
        if (dropped.length === 0) return null
        await changeTotals(tx, userId, { total: -dropped.length, sent: 0, failed: 0 })
        const left = await tx
          .selectFrom('replies')
          .select('message_id')
          .where('device_id', '=', deviceId)
          .where('inbox_message_id', '=', inboxMessageId)
          .where('state', '!=', 'dropped')
          .limit(1)
          .executeTakeFirst()
        if (!left) {
          await tx
            .updateTable('inbox')
            .set({ state: 'silent', reason })
            .where('device_id', '=', deviceId)
            .where('message_id', '=', inboxMessageId)
            .execute()
        }
        return { userId }
      })
    },

    /** Writes down what the network says of a reply. The owner when something changed, else null. */
    async record(receipt: MessageReceipt): Promise<{ userId: string } | null> {
      return db.transaction().execute(async (tx) => {
        // Locks the reply: of words that come at once each sees what the one before it has changed.
        const reply = await ofReply(tx, receipt)
          .set((eb) => ({ state: eb.ref('state') }))
          .returningAll()
          .executeTakeFirst()
        if (!reply || reply.state === 'dropped') return null
        const state = nextDelivery(reply.state, receipt.status)
        if (state === reply.state) return null
        await ofReply(tx, receipt).set({ state }).execute()
        await changeTotals(tx, reply.user_id, {
          total: 0,
          sent: Number(arrived(state)) - Number(arrived(reply.state)),
          failed: Number(state === 'failed') - Number(reply.state === 'failed'),
        })
        if (reply.state === 'pending' && state !== 'failed') {
          await countSent(tx, receipt.deviceId)
          await awaitResponse(tx, reply)
        }
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
