import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { CampaignsEvents } from '../campaigns.events.ts'
import { TAKEN_OUT } from '../finished/rest.repository.ts'
import type { LedgerRepository } from '../send/ledger.repository.ts'
import { toRecipient } from './recipient-moves.ts'

interface TakeOutDeps {
  readonly db: Db
  readonly ledger: LedgerRepository
  readonly events: CampaignsEvents
  readonly clock: Clock
}

/**
 * Takes a person out of every campaign that has not written to them: they stay in its ledger,
 * skipped. Whoever is being written to at this moment is left alone.
 */
export async function takeOut(
  { db, ledger, events, clock }: TakeOutDeps,
  userId: string,
  phoneNumber: string,
): Promise<void> {
  const waiting = await db
    .selectFrom('campaigns')
    .innerJoin('recipients', 'recipients.campaign_id', 'campaigns.id')
    .selectAll('recipients')
    .where('campaigns.user_id', '=', userId)
    .where('recipients.phone_number', '=', phoneNumber)
    .where('recipients.state', '=', 'queued')
    .execute()
  for (const row of waiting) {
    const moved = await ledger.close(toRecipient(row), 'skipped', TAKEN_OUT, clock.now())
    if (moved) events.changed(moved)
  }
}
