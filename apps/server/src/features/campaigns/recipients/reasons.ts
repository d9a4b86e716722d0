import type { RecipientState } from '@kirim/contract/campaigns'
import type { ExpressionBuilder } from 'kysely'
import { iso } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { LedgerOutgoing } from '../campaigns.ports.ts'
import type { TransitionColumns } from './recipient-state.ts'

/** The reason of those whose turn never came. */
export const CANCELLED = 'cancelled'

/** What is written down of somebody whose turn never came. */
export function cancelledMarks(cancelledAt: number): TransitionColumns {
  return { reason: CANCELLED, reason_params: JSON.stringify({ at: iso(cancelledAt) }) }
}

/** The reason of people who were removed from a campaign before it wrote to them. */
export const TAKEN_OUT = 'taken_out'

/**
 * The reason of somebody who is held and may have the message: only their own device writes to
 * them, with that message and no other.
 */
export const HELD_UNSETTLED = 'new_chats_unsettled'

/** Another attempt at these reasons could help. */
const BEFORE_IT_LEFT: readonly string[] = ['not_on_whatsapp']

/**
 * Whether somebody who failed for this reason can be written to again. What nobody refused may have
 * arrived: it is not written again, as nobody gets a message twice.
 */
export function canBeRetried(reason: string | null): boolean {
  return reason !== null && (BEFORE_IT_LEFT.includes(reason) || /^refused_/.test(reason))
}

/** The same in a query. Who waits with such a reason failed before, and is tried again. */
export function mayBeTriedAgain(eb: ExpressionBuilder<Database, 'recipients'>) {
  return eb.or([eb('reason', 'in', BEFORE_IT_LEFT), eb('reason', 'like', 'refused_%')])
}

/** 1 where the network has accepted a message to somebody; `isRetried` reads it. */
export function acceptedColumn(
  eb: ExpressionBuilder<Database, 'recipients'>,
  outgoing: Pick<LedgerOutgoing, 'isAccepted'>,
) {
  const isAccepted = outgoing.isAccepted('campaign', 'recipients.id')
  return eb.case().when(isAccepted).then(1).else(0).end().as('accepted')
}

interface Failed {
  readonly reason: string | null
  readonly accepted: number
}

/** Nothing of the message to somebody can have reached them, and it may work another time. */
export function isRetried({ reason, accepted }: Failed): boolean {
  return accepted === 0 && canBeRetried(reason)
}

/** Of somebody of whom there is nothing to say. */
export const NO_REASON = { reason: null, reason_params: '', settled_at: null }

interface Arrival {
  readonly to: RecipientState
  readonly marks: { readonly reason?: string; readonly reason_params?: string }
  readonly isAsBefore?: boolean
}

/**
 * The columns that say why somebody stands where a move brings them. Who waits to be tried again
 * keeps what they failed with, until they are begun.
 */
export function whyThere(
  eb: ExpressionBuilder<Database, 'recipients'>,
  { to, marks, isAsBefore = false }: Arrival,
  now: number | null,
) {
  if (isAsBefore) return {}
  const { reason = null, reason_params = '' } = marks
  if (to === 'failed' || to === 'skipped') {
    return { settled_at: now, ...(reason !== null && { reason_params }) }
  }
  if (to !== 'queued' && to !== 'held') return NO_REASON
  const waiting = to === 'held' ? { reason, reason_params, settled_at: now } : NO_REASON
  const isKept = eb.case().when(mayBeTriedAgain(eb))
  return {
    reason: isKept.then(eb.ref('reason')).else(waiting.reason).end(),
    reason_params: isKept.then(eb.ref('reason_params')).else(waiting.reason_params).end(),
    settled_at: isKept.then(eb.ref('settled_at')).else(waiting.settled_at).end(),
  }
}
