import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../platform/database/database.ts'
import { nextDelivery } from '../../platform/delivery-state.ts'
import type { MessageReceipt } from '../../platform/outgoing-message.ts'
import type { Campaign } from './campaigns.repository.ts'
import {
  countMove,
  holdCampaign,
  type Moved,
  move,
  type Recipient,
  settle,
  toRecipient,
} from './recipient-moves.ts'

/** One message as it is written down before it leaves. */
export interface PlannedMessage {
  readonly messageId: string
  readonly text: string
  readonly mediaId: string | null
}

export interface PendingMessage extends PlannedMessage {
  readonly jid: string
}

export interface SentMessage extends PendingMessage {
  readonly userId: string
}

/** What each person was sent and what became of it. */
export function createLedgerRepository(db: Db) {
  return {
    /** Somebody whose sending was cut short comes before those still waiting. */
    async next(campaignId: string): Promise<Recipient | null> {
      return (await firstIn(db, campaignId, 'sending')) ?? (await firstIn(db, campaignId, 'queued'))
    },

    async keepJid(recipientId: string, jid: string): Promise<void> {
      await db.updateTable('recipients').set({ jid }).where('id', '=', recipientId).execute()
    },

    async lastSentAt(deviceId: string): Promise<number | null> {
      const row = await db
        .selectFrom('devices')
        .select('last_sent_at')
        .where('id', '=', deviceId)
        .executeTakeFirst()
      return row?.last_sent_at ?? null
    },

    async markSentAt(deviceId: string, now: number): Promise<void> {
      await db
        .updateTable('devices')
        .set({ last_sent_at: now })
        .where('id', '=', deviceId)
        .execute()
    },

    /**
     * Writes down what is about to leave, before it leaves. False when the campaign was switched off,
     * changed or deleted since it was read: then nothing may be sent.
     */
    async claim(
      recipient: Recipient,
      campaign: Pick<Campaign, 'deviceId' | 'updatedAt'>,
      jid: string,
      messages: readonly PlannedMessage[],
      now: number,
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await holdCampaign(tx, recipient.campaignId)
        const claimed = await tx
          .updateTable('recipients')
          .set({ state: 'sending', jid })
          .where('id', '=', recipient.id)
          .where('state', '=', 'queued')
          .where('campaign_id', 'in', (eb) =>
            eb
              .selectFrom('campaigns')
              .select('id')
              .where('id', '=', recipient.campaignId)
              .where('enabled', '=', 1)
              .where('updated_at', '=', campaign.updatedAt)
              .where((where) => where.not(where.exists(freezeOf(tx, recipient.campaignId)))),
          )
          .returning('id')
          .executeTakeFirst()
        if (!claimed) return false
        await tx
          .insertInto('messages')
          .values(
            messages.map((message, part) => ({
              device_id: campaign.deviceId,
              message_id: message.messageId,
              user_id: recipient.userId,
              recipient_id: recipient.id,
              part,
              jid,
              text: message.text,
              media_id: message.mediaId,
              state: 'pending' as const,
              created_at: now,
            })),
          )
          .execute()
        await countMove(tx, recipient, 'queued', 'sending', now)
        await tx
          .updateTable('devices')
          .set({ last_sent_at: now })
          .where('id', '=', campaign.deviceId)
          .execute()
        return true
      })
    },

    /** Counts a message that left and was not answered. */
    async countAttempt(recipientId: string): Promise<void> {
      await db
        .updateTable('recipients')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', recipientId)
        .execute()
    },

    /** The messages of one person that the network has not taken yet, in order. */
    async pending(recipientId: string): Promise<PendingMessage[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['message_id', 'text', 'media_id', 'jid'])
        .where('recipient_id', '=', recipientId)
        .where('state', '=', 'pending')
        .orderBy('part')
        .execute()
      return rows.map((row) => ({
        messageId: row.message_id,
        text: row.text,
        mediaId: row.media_id,
        jid: row.jid,
      }))
    },

    /** Ends somebody's turn without a message: failed or skipped, with the reason's code. */
    async close(
      recipient: Recipient,
      event: 'failed' | 'skipped',
      reason: string,
      now: number,
    ): Promise<Moved | null> {
      return db.transaction().execute(async (tx) => {
        await holdCampaign(tx, recipient.campaignId)
        return move(tx, recipient, event, { reason }, now)
      })
    },

    /**
     * Writes down what the network says of a message and moves its person accordingly, never back.
     * Null when nothing changed or the message is not known.
     */
    async record(
      receipt: MessageReceipt,
      now: number,
      reason: string | null,
    ): Promise<Moved | null> {
      const place = await db
        .selectFrom('messages')
        .innerJoin('recipients', 'recipients.id', 'messages.recipient_id')
        .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
        .select('recipients.campaign_id')
        .where('campaigns.erasing', '=', 0)
        .where('messages.device_id', '=', receipt.deviceId)
        .where('messages.message_id', '=', receipt.messageId)
        .executeTakeFirst()
      if (!place) return null
      return db.transaction().execute(async (tx) => {
        await holdCampaign(tx, place.campaign_id)
        const message = await tx
          .selectFrom('messages')
          .select(['recipient_id', 'state'])
          .where('device_id', '=', receipt.deviceId)
          .where('message_id', '=', receipt.messageId)
          .executeTakeFirst()
        if (!message) return null
        const state = nextDelivery(message.state, receipt.status)
        if (state === message.state) return null
        await tx
          .updateTable('messages')
          .set({ state })
          .where('device_id', '=', receipt.deviceId)
          .where('message_id', '=', receipt.messageId)
          .execute()
        return settle(tx, message.recipient_id, now, reason)
      })
    },

    /** The texts that the network took for a person over a device until a moment, newest first. */
    async saidTo(
      to: { userId: string; deviceId: string; phoneNumber: string },
      until: number,
      limit: number,
    ): Promise<{ text: string; at: number }[]> {
      return (
        db
          .selectFrom('campaigns')
          // In this order, for SQLite would else read all that the device has ever sent.
          .crossJoin('recipients')
          .crossJoin('messages')
          .select(['messages.text', 'messages.created_at as at'])
          .where('campaigns.user_id', '=', to.userId)
          .where('campaigns.erasing', '=', 0)
          .whereRef('recipients.campaign_id', '=', 'campaigns.id')
          .where('recipients.phone_number', '=', to.phoneNumber)
          .whereRef('messages.recipient_id', '=', 'recipients.id')
          .where('messages.device_id', '=', to.deviceId)
          .where('messages.state', 'in', ['sent', 'delivered', 'read'])
          .where('messages.created_at', '<=', until)
          .where('messages.text', '!=', '')
          .orderBy('messages.created_at', 'desc')
          .orderBy('messages.part', 'desc')
          .limit(limit)
          .execute()
      )
    },

    /** A message sent earlier, as it left; for a receiver who could not read it. */
    async findSent(deviceId: string, messageId: string): Promise<SentMessage | null> {
      const row = await db
        .selectFrom('messages')
        .select(['jid', 'text', 'media_id', 'user_id'])
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      if (!row) return null
      return { messageId, jid: row.jid, text: row.text, mediaId: row.media_id, userId: row.user_id }
    },
  }
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>

function freezeOf(db: Db, campaignId: string) {
  return db.selectFrom('freezes').select('campaign_id').where('campaign_id', '=', campaignId)
}

async function firstIn(
  db: Db,
  campaignId: string,
  state: RecipientState,
): Promise<Recipient | null> {
  const row = await db
    .selectFrom('recipients')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? toRecipient(row) : null
}
