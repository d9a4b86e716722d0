import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { unsettledReply } from '../answering/open-work.ts'
import type { ReplyLedger } from '../answering/responder.ports.ts'
import type { KeptMessage } from '../inbox/inbox.repository.ts'
import type { PendingReply, PlannedReply } from './reply.ts'
import { insertReply, ofReply, toPending } from './reply-rows.ts'

const settleInbound = prepared(
  (tx, { deviceId, messageId, wording }: Pick<KeptMessage, 'deviceId' | 'messageId' | 'wording'>) =>
    tx
      .updateTable('inbox')
      .set({ state: 'answered' })
      .where('device_id', '=', deviceId)
      .where('message_id', '=', messageId)
      .where('state', '=', 'new')
      .where('wording', '=', wording)
      .returning('message_id'),
)

export function createRepliesRepository(db: Db, outgoing: ReplyLedger) {
  return {
    /**
     * Settles an inbound message: stores its first reply, and what `alongside` writes, in one
     * transaction. Null, writing nothing, when there is nothing to send, it was already settled, or
     * it has another wording by now.
     */
    async plan(
      message: KeptMessage,
      reply: PlannedReply | null,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<PendingReply | null> {
      return db.transaction().execute(async (tx) => {
        const [taken] = await settleInbound(tx, message)
        if (!taken) return null
        const planned = reply && (await insertReply(tx, outgoing, message, reply))
        await alongside(tx)
        return planned
      })
    },

    /** Stores the next reply of a chain, once: null when it was already stored. */
    async planNext(
      previous: PendingReply,
      message: KeptMessage,
      reply: PlannedReply,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<PendingReply | null> {
      return db.transaction().execute(async (tx) => {
        const taken = await ofReply(tx, previous)
          .set({ next_item_id: null })
          .where('next_item_id', 'is not', null)
          .returning('message_id')
          .executeTakeFirst()
        if (!taken) return null
        const planned = await insertReply(tx, outgoing, message, reply)
        await alongside(tx)
        return planned
      })
    },

    /** Ends the chain with this reply; `reason` says why it does not continue. */
    async endChain(reply: PendingReply, reason: string | null): Promise<void> {
      await ofReply(db, reply).set({ next_item_id: null, reason }).execute()
    },

    async nextUnsettled(deviceId: string, chatKey: string): Promise<PendingReply | null> {
      const row = await unsettledReply(db, deviceId, chatKey)
      const message = row && (await outgoing.find(deviceId, row.message_id))
      return message && toPending(row, message)
    },

    /** The items that have answered a message, directly or as next actions. */
    async itemsOf(deviceId: string, inboxMessageId: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('chatbot_replies')
        .select('item_id')
        .where('device_id', '=', deviceId)
        .where('inbox_message_id', '=', inboxMessageId)
        .execute()
      return new Set(rows.map((row) => row.item_id))
    },
  }
}

export type RepliesRepository = ReturnType<typeof createRepliesRepository>
