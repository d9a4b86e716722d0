import type { RecipientState } from '@kirim/contract/campaigns'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { mayBeTriedAgain } from '../state/can-be-retried.ts'

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
