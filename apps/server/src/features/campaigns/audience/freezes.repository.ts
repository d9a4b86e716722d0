import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { FreezeTable } from '../../../platform/database/schema/campaigns.ts'
import { countWaiting } from './recipient-moves.ts'

export type Freeze = Selectable<FreezeTable>

export async function findFreeze(db: Db, campaignId: string): Promise<Freeze | null> {
  const row = await db
    .selectFrom('freezes')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row ?? null
}

export async function updateFreeze(
  tx: Db,
  campaignId: string,
  change: Partial<Freeze>,
): Promise<void> {
  await tx.updateTable('freezes').set(change).where('campaign_id', '=', campaignId).execute()
}

/** Stores how far a freeze is, in the transaction that inserts the page. */
export async function pageAdded(
  tx: Db,
  freeze: Freeze,
  { upTo, rows, added }: { upTo: string; rows: number; added: number },
): Promise<void> {
  await countWaiting(tx, freeze.campaign_id, 'queued', added)
  await updateFreeze(tx, freeze.campaign_id, {
    after: upTo,
    position: freeze.position + rows,
    expected: Math.max(0, freeze.expected - added),
  })
}
