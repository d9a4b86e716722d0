import type { RecipientState } from '@kirim/contract/campaigns'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { changeTotals } from '../../platform/database/user-totals.ts'
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

/** What a move changed, for those who tell the browsers. */
export interface Moved {
  readonly campaignId: string
  readonly userId: string
}

/**
 * Lets no other transaction move this campaign's people until this one ends. Whoever moves people takes
 * the campaign's row first, as an edit does: in any other order two of them could wait for one another.
 */
export async function holdCampaign(tx: Db, campaignId: string): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', campaignId)
    .execute()
}

/** Moves a person to where the states of their messages say; null when that is where they are. */
export async function settle(
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
  const marks = { ...times(event, now), ...(reason && { reason }) }
  return move(tx, toRecipient(recipient), event, marks, now)
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

/** Moves a person by what happened, and the counts with them; null when it changes nothing. */
export async function move(
  tx: Db,
  recipient: Recipient,
  event: RecipientEvent,
  marks: Marks,
  now: number,
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
  await countMove(tx, recipient, recipient.state, state, now)
  return { campaignId: recipient.campaignId, userId: recipient.userId }
}

/** Counts follow every move in its own transaction, so they are never counted over the whole ledger. */
export async function countMove(
  tx: Db,
  recipient: Recipient,
  from: RecipientState,
  to: RecipientState,
  now: number,
): Promise<void> {
  const settles = isOpen(from) && !isOpen(to)
  await tx
    .updateTable('campaigns')
    .set((eb) => ({
      [from]: eb(from, '-', 1),
      [to]: eb(to, '+', 1),
      ...(settles && {
        ended_at: eb
          .case()
          .when(sql`queued + sending`, '=', 1)
          .then(now)
          .else(eb.ref('ended_at'))
          .end(),
      }),
    }))
    .where('id', '=', recipient.campaignId)
    .execute()
  await changeTotals(tx, recipient.userId, totalsChange(from, to))
}

function isOpen(state: RecipientState): boolean {
  return state === 'queued' || state === 'sending'
}

export function toRecipient(row: {
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
