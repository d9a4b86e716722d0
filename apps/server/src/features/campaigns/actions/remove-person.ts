import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import { HELD_UNSETTLED, TAKEN_OUT } from '../recipients/reasons.ts'
import { RECIPIENT_COLUMNS } from '../recipients/recipient-moves.ts'
import type { LedgerRepository } from '../send/ledger.repository.ts'

interface RemovePersonDeps {
  readonly db: Db
  readonly ledger: LedgerRepository
  readonly events: CampaignsEvents
  readonly clock: Clock
}

/**
 * Removes a person from all campaigns that have not written to them: they stay in the ledger as
 * skipped. A person who is just being written to, or may have the message, is not affected.
 */
export async function removePerson(
  { db, ledger, events, clock }: RemovePersonDeps,
  workspaceId: string,
  phoneNumber: string,
): Promise<void> {
  const waiting = await db
    .selectFrom('campaigns')
    .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
    .select(RECIPIENT_COLUMNS)
    .where('campaigns.user_id', '=', workspaceId)
    .where('recipients.phone_number', '=', phoneNumber)
    .where('recipients.state', 'in', ['queued', 'held'])
    .where('recipients.reason', 'is distinct from', HELD_UNSETTLED)
    .execute()
  for (const recipient of waiting) {
    const moved = await ledger.close(recipient, 'skipped', { reason: TAKEN_OUT }, clock.now())
    if (moved) events.changed(moved)
  }
}
