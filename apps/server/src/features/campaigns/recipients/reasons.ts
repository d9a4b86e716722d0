import type { RecipientState } from '@kirim/contract/campaigns'
import type { ExpressionBuilder } from 'kysely'
import { iso } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { LedgerOutgoing } from '../campaigns.ports.ts'
import type { TransitionColumns } from './recipient-state.ts'

/** The reason of people skipped by a cancellation. */
export const CANCELLED = 'cancelled'

/** The columns of a person skipped by a cancellation. */
export function cancelledMarks(cancelledAt: number): TransitionColumns {
  return { reason: CANCELLED, reason_params: JSON.stringify({ at: iso(cancelledAt) }) }
}

/** The reason of people who were removed from a campaign before it wrote to them. */
export const TAKEN_OUT = 'taken_out'

/**
 * The reason of held people who may have the message: only their own device may retry, with the
 * same message.
 */
export const HELD_UNSETTLED = 'new_chats_unsettled'

/** Another attempt at these reasons could help. */
const BEFORE_IT_LEFT: readonly string[] = ['not_on_whatsapp']

/**
 * Whether a recipient who failed for this reason can be retried. A message that was not refused may
 * have arrived, and nobody gets a message twice.
 */
export function canBeRetried(reason: string | null): boolean {
  return reason !== null && (BEFORE_IT_LEFT.includes(reason) || /^refused_/.test(reason))
}

/** The same in a query. A waiting person with such a reason is being retried. */
export function mayBeTriedAgain(eb: ExpressionBuilder<Database, 'recipients'>) {
  return eb.or([eb('reason', 'in', BEFORE_IT_LEFT), eb('reason', 'like', 'refused_%')])
}

/** 1 if the network has accepted a message to the recipient; read by `isRetried`. */
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

/** Nothing of the message can have arrived, and a retry may work. */
export function isRetried({ reason, accepted }: Failed): boolean {
  return accepted === 0 && canBeRetried(reason)
}

/** The columns of a recipient without a reason. */
export const NO_REASON = { reason: null, reason_params: '', settled_at: null }

interface Arrival {
  readonly to: RecipientState
  readonly marks: { readonly reason?: string; readonly reason_params?: string }
  readonly isAsBefore?: boolean
}

/**
 * The reason columns after a move. People who wait for a retry keep the reason of their failure
 * until they are claimed.
 */
export function reasonColumns(
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
