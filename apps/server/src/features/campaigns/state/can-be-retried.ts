import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { LedgerOutgoing } from '../campaigns.ports.ts'

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
