import type { RecipientState } from '@kirim/contract/campaigns'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { changeTotals } from '../../platform/database/user-totals.ts'
import { nextDelivery } from '../../platform/delivery-state.ts'
import type { MessageReceipt } from '../../platform/outgoing-message.ts'
import {
  nextRecipient,
  type RecipientEvent,
  recipientEventOf,
  totalsChange,
} from './recipient-state.ts'

export interface Recipient {
  readonly id: string
  readonly campaignId: string
  readonly userId: string
  readonly name: string
  readonly phoneNumber: string
  readonly jid: string | null
  readonly state: RecipientState
  readonly attempts: number
}

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

/** What a move changed, for those who tell the browsers. */
export interface Moved {
  readonly campaignId: string
  readonly userId: string
}

/** How many people one statement freezes; between statements the server answers others. */
const FREEZE_AT_ONCE = 5000

export function createLedgerRepository(db: Db) {
  return {
    /** Freezes a group's members as recipients. People already in this ledger are left as they are. */
    async freeze(campaignId: string, groupId: string): Promise<void> {
      let after = ''
      let position = await lastPosition(db, campaignId)
      for (;;) {
        const last = await pageEnd(db, groupId, after)
        if (!last) break
        await freezePage(db, { campaignId, groupId, after, upTo: last, position })
        position += FREEZE_AT_ONCE
        after = last
      }
      await recountQueued(db, campaignId)
    },

    /** Freezes the same people as another campaign's ledger, whatever became of them there. */
    async freezeAsIn(campaignId: string, sourceId: string): Promise<void> {
      await db
        .insertInto('recipients')
        .columns([
          'id',
          'campaign_id',
          'user_id',
          'position',
          'name',
          'phone_number',
          'state',
          'attempts',
        ])
        .expression((eb) =>
          eb
            .selectFrom('recipients')
            .select([
              sql<string>`cast(${campaignId} as text) || ':' || phone_number`.as('id'),
              sql<string>`cast(${campaignId} as text)`.as('campaign_id'),
              'user_id',
              'position',
              'name',
              'phone_number',
              sql<RecipientState>`'queued'`.as('state'),
              sql<number>`0`.as('attempts'),
            ])
            .where('campaign_id', '=', sourceId),
        )
        .execute()
      await recountQueued(db, campaignId)
    },

    /** Takes out everybody who has not been written to. */
    async dropQueued(campaignId: string): Promise<void> {
      await db
        .deleteFrom('recipients')
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'queued')
        .execute()
      await recountQueued(db, campaignId)
    },

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
     * changed or deleted meanwhile: then nothing may be sent.
     */
    async claim(
      recipient: Recipient,
      deviceId: string,
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
              .where('enabled', '=', 1),
          )
          .returning('id')
          .executeTakeFirst()
        if (!claimed) return false
        await tx
          .insertInto('messages')
          .values(
            messages.map((message, part) => ({
              device_id: deviceId,
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
        await countMove(tx, recipient, 'queued', 'sending')
        await tx
          .updateTable('devices')
          .set({ last_sent_at: now })
          .where('id', '=', deviceId)
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
    ): Promise<Moved | null> {
      return db.transaction().execute(async (tx) => {
        await holdCampaign(tx, recipient.campaignId)
        return move(tx, recipient, event, { reason })
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
      return db.transaction().execute(async (tx) => {
        const place = await tx
          .selectFrom('messages')
          .innerJoin('recipients', 'recipients.id', 'messages.recipient_id')
          .select('recipients.campaign_id')
          .where('messages.device_id', '=', receipt.deviceId)
          .where('messages.message_id', '=', receipt.messageId)
          .executeTakeFirst()
        if (!place) return null
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

    async networkName(userId: string, phoneNumber: string): Promise<string | null> {
      const row = await db
        .selectFrom('network_names')
        .select('name')
        .where('user_id', '=', userId)
        .where('phone_number', '=', phoneNumber)
        .executeTakeFirst()
      return row?.name ?? null
    },

    /** What somebody calls themselves on the network, as a linked device heard it. */
    async keepNetworkName(deviceId: string, phoneNumber: string, name: string): Promise<void> {
      await db
        .insertInto('network_names')
        .columns(['user_id', 'phone_number', 'name'])
        .expression((eb) =>
          eb
            .selectFrom('devices')
            .select([
              'user_id',
              sql<string>`${phoneNumber}`.as('number'),
              sql<string>`${name}`.as('called'),
            ])
            .where('id', '=', deviceId),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'phone_number'])
            .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
        )
        .execute()
    },

    async totals(userId: string): Promise<{ total: number; sent: number; failed: number }> {
      const row = await db
        .selectFrom('user_totals')
        .select(['total', 'sent', 'failed'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row ?? { total: 0, sent: 0, failed: 0 }
    },
  }
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>

/**
 * Lets no other transaction move this campaign's people until this one ends. Whoever moves people takes
 * the campaign's row first, as an edit does: in any other order two of them could wait for one another.
 */
async function holdCampaign(tx: Db, campaignId: string): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', campaignId)
    .execute()
}

async function settle(
  tx: Db,
  recipientId: string,
  now: number,
  reason: string | null,
): Promise<Moved | null> {
  const parts = await tx
    .selectFrom('messages')
    .select('state')
    .where('recipient_id', '=', recipientId)
    .execute()
  const event = recipientEventOf(parts.map((part) => part.state))
  const recipient = await tx
    .selectFrom('recipients')
    .selectAll()
    .where('id', '=', recipientId)
    .executeTakeFirst()
  if (!event || !recipient) return null
  return move(tx, toRecipient(recipient), event, {
    ...times(event, now),
    ...(reason && { reason }),
  })
}

function times(event: RecipientEvent, now: number) {
  if (event === 'sent') return { sent_at: now }
  if (event === 'delivered') return { delivered_at: now }
  return event === 'read' ? { read_at: now } : {}
}

interface Marks {
  reason?: string
  sent_at?: number
  delivered_at?: number
  read_at?: number
}

async function move(
  tx: Db,
  recipient: Recipient,
  event: RecipientEvent,
  marks: Marks,
): Promise<Moved | null> {
  const state = nextRecipient(recipient.state, event)
  if (state === recipient.state) return null
  const moved = await tx
    .updateTable('recipients')
    .set({ ...marks, state, ...(state !== 'failed' && state !== 'skipped' && { reason: null }) })
    .where('id', '=', recipient.id)
    .where('state', '=', recipient.state)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return null
  await countMove(tx, recipient, recipient.state, state)
  return { campaignId: recipient.campaignId, userId: recipient.userId }
}

/** Counts follow every move in its own transaction, so they are never counted over the whole ledger. */
async function countMove(
  tx: Db,
  recipient: Recipient,
  from: RecipientState,
  to: RecipientState,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set((eb) => ({ [from]: eb(from, '-', 1), [to]: eb(to, '+', 1) }))
    .where('id', '=', recipient.campaignId)
    .execute()
  await changeTotals(tx, recipient.userId, totalsChange(from, to))
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

function toRecipient(row: {
  id: string
  campaign_id: string
  user_id: string
  name: string
  phone_number: string
  jid: string | null
  state: RecipientState
  attempts: number
}): Recipient {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    userId: row.user_id,
    name: row.name,
    phoneNumber: row.phone_number,
    jid: row.jid,
    state: row.state,
    attempts: row.attempts,
  }
}

async function lastPosition(db: Db, campaignId: string): Promise<number> {
  const row = await db
    .selectFrom('recipients')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** The contact that ends the next page of a group, or null when there is none left. */
async function pageEnd(db: Db, groupId: string, after: string): Promise<string | null> {
  const page = db
    .selectFrom('group_members')
    .select('contact_id')
    .where('group_id', '=', groupId)
    .where('contact_id', '>', after)
    .orderBy('contact_id')
    .limit(FREEZE_AT_ONCE)
    .as('page')
  const row = await db
    .selectFrom(page)
    .select((eb) => eb.fn.max('page.contact_id').as('last'))
    .executeTakeFirst()
  return row?.last ?? null
}

async function freezePage(
  db: Db,
  page: { campaignId: string; groupId: string; after: string; upTo: string; position: number },
): Promise<void> {
  await db
    .insertInto('recipients')
    .columns([
      'id',
      'campaign_id',
      'user_id',
      'position',
      'name',
      'phone_number',
      'state',
      'attempts',
    ])
    .expression((eb) =>
      eb
        .selectFrom('group_members')
        .innerJoin('contacts', 'contacts.id', 'group_members.contact_id')
        .select([
          sql<string>`${page.campaignId} || ':' || contacts.id`.as('id'),
          sql<string>`cast(${page.campaignId} as text)`.as('campaign_id'),
          'contacts.user_id',
          sql<number>`cast(${page.position} as integer) + row_number() over (order by contacts.id)`.as(
            'position',
          ),
          'contacts.name',
          'contacts.phone_number',
          sql<RecipientState>`'queued'`.as('state'),
          sql<number>`0`.as('attempts'),
        ])
        .where('group_members.group_id', '=', page.groupId)
        .where('group_members.contact_id', '>', page.after)
        .where('group_members.contact_id', '<=', page.upTo),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'phone_number']).doNothing())
    .execute()
}

async function recountQueued(db: Db, campaignId: string): Promise<void> {
  await db
    .updateTable('campaigns')
    .set((eb) => ({
      queued: eb
        .selectFrom('recipients')
        .select((count) => count.fn.countAll<number>().as('queued'))
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'queued'),
    }))
    .where('id', '=', campaignId)
    .execute()
}
