import { FAILURES_IN_A_ROW_MAX } from '@kirim/contract/campaign-actions'
import type { RecipientState } from '@kirim/contract/campaigns'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { nextCampaign, stateColumns } from '../campaign/campaign-state.ts'
import type { LedgerOutgoing } from '../campaigns.ports.ts'
import { reasonColumns } from './reasons.ts'
import { type TransitionColumns, totalsChange } from './recipient-state.ts'

export const RECIPIENT_COLUMNS = [
  'recipients.id',
  'recipients.campaign_id as campaignId',
  'recipients.user_id as workspaceId',
  'recipients.name',
  'recipients.phone_number as phoneNumber',
  // JSON of what their fields said when they were frozen; null without any.
  'recipients.fields',
  'recipients.jid',
  // The device they are written from; null for the campaign's own, and before that.
  'recipients.device_id as deviceId',
  // Their wording, 0 for the caption; null where there is only one.
  'recipients.variant',
  'recipients.state',
] as const

export function selectRecipients(db: Db) {
  return db.selectFrom('recipients').select(RECIPIENT_COLUMNS)
}

export type Recipient = Readonly<
  Awaited<ReturnType<ReturnType<typeof selectRecipients>['executeTakeFirstOrThrow']>>
>

/** What a move has changed, for notifying browsers. */
export interface Moved {
  readonly campaignId: string
  readonly workspaceId: string
}

/** False once the recipient was assigned to another device. */
export async function isWrittenFrom(tx: Db, id: string, deviceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('recipients')
    .select('device_id')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return row !== undefined && (row.device_id === null || row.device_id === deviceId)
}

/** One transition that some recipients of a campaign make together. */
export interface RecipientTransition {
  readonly campaignId: string
  readonly workspaceId: string
  readonly from: RecipientState
  readonly to: RecipientState
  readonly marks: TransitionColumns
  /** False for a failure that was known before anything was tried. */
  readonly isNews?: boolean
  /** Restores an earlier failure with its reason and moment. */
  readonly isAsBefore?: boolean
}

/**
 * Moves people, and the counts with them. Returns how many were still in their previous state.
 * `now` may be null when nobody is settled by it.
 */
export async function moveRecipients(
  tx: Db,
  outgoing: LedgerOutgoing,
  transition: RecipientTransition,
  recipientIds: readonly string[],
  now: number | null,
): Promise<number> {
  const { from, to, marks } = transition
  const moved = await tx
    .updateTable('recipients')
    .set((eb) => ({
      // Receipts may be lost or out of order: a delivered message was sent, a read one delivered.
      ...((to === 'delivered' || to === 'read') && {
        sent_at: eb.fn.coalesce('sent_at', eb.val(now)),
      }),
      ...(to === 'read' && { delivered_at: eb.fn.coalesce('delivered_at', eb.val(now)) }),
      ...marks,
      state: to,
      ...reasonColumns(eb, transition, now),
    }))
    .where('id', 'in', recipientIds)
    .where('state', '=', from)
    .returning('id')
    .execute()
  await countMoves(tx, outgoing, transition, moved.length, now)
  return moved.length
}

/**
 * Updates the counts in the transaction of each move, so that the ledger is never counted. `endsAt`
 * is when the campaign has ended if these are its last open people.
 */
export async function countMoves(
  tx: Db,
  outgoing: LedgerOutgoing,
  { campaignId, workspaceId, from, to, isNews = true }: Omit<RecipientTransition, 'marks'>,
  people: number,
  endsAt: number | null,
): Promise<void> {
  if (people === 0) return
  const settles = endsAt !== null && isOpen(from) && !isOpen(to)
  await tx
    .updateTable('campaigns')
    .set((eb) => ({
      [from]: eb(from, '-', people),
      [to]: eb(to, '+', people),
      ...(isNews && failuresAfter(eb, from, to, people)),
      ...(settles && {
        ended_at: eb
          .case()
          .when(sql`queued + held + sending`, '=', people)
          .then(endsAt)
          .else(eb.ref('ended_at'))
          .end(),
      }),
    }))
    .where('id', '=', campaignId)
    .execute()
  if (to === 'failed' && endsAt !== null) await pauseAfterFailures(tx, campaignId, endsAt)
  const { total, sent, failed } = totalsChange(from, to)
  await outgoing.changeTotals(tx, workspaceId, {
    total: total * people,
    sent: sent * people,
    failed: failed * people,
  })
}

/** Updates a count of waiting people who are added to the ledger or removed. */
export async function countWaiting(
  tx: Db,
  campaignId: string,
  state: 'queued' | 'held',
  change: number,
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set((eb) => ({ [state]: eb(state, '+', change) }))
    .where('id', '=', campaignId)
    .execute()
}

/** An accepted message ends a run of failures. */
function failuresAfter(
  eb: ExpressionBuilder<Database, 'campaigns'>,
  from: RecipientState,
  to: RecipientState,
  people: number,
) {
  if (to === 'failed') return { failures_in_row: eb('failures_in_row', '+', people) }
  const isTaken = to === 'sent' || to === 'delivered' || to === 'read'
  return isOpen(from) && isTaken ? { failures_in_row: 0 } : {}
}

/** Many failures in a row mean a problem with the number, the list or the text. */
async function pauseAfterFailures(tx: Db, campaignId: string, now: number): Promise<void> {
  const next = nextCampaign('running', 'failures')
  if (next === null) return
  await tx
    .updateTable('campaigns')
    .set(stateColumns(next, 'failures', now))
    .where('id', '=', campaignId)
    .where('enabled', '=', 1)
    .where('failures_in_row', '>=', FAILURES_IN_A_ROW_MAX)
    .where(sql<boolean>`queued + held > 0`)
    .execute()
}

function isOpen(state: RecipientState): boolean {
  return state === 'queued' || state === 'held' || state === 'sending'
}
