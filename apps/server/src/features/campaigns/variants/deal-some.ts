import type { Db } from '../../../platform/database/database.ts'
import { FREEZE_BATCH_SIZE } from '../people/freeze-pages.ts'
import type { Freeze } from '../people/freezes.repository.ts'
import { HELD_UNSETTLED } from '../people/unsettled-people.ts'
import { dealVariants } from './deal-variants.ts'
import { liveLetters, readVariants, type StoredVariant } from './stored-variants.ts'

/**
 * Deals wordings to the next of the people who wait, in the transaction of a freeze's step. Returns
 * how far it went; null when all have theirs.
 */
export async function dealSome(tx: Db, freeze: Freeze): Promise<Partial<Freeze> | null> {
  const { campaign_id: campaignId, fresh_variants: fresh } = freeze
  const addsPeople = freeze.group_id !== null || freeze.source_id !== null
  const variants = await variantsOf(tx, campaignId)
  if (variants.length === 0 && addsPeople) return null
  const people = await tx
    .selectFrom('recipients')
    .select(['id', 'variant', 'position'])
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['queued', 'held'])
    .where('reason', 'is distinct from', HELD_UNSETTLED)
    .where('position', '>', freeze.dealt_to)
    .orderBy('position')
    .limit(FREEZE_BATCH_SIZE)
    .execute()
  const last = people.at(-1)
  if (!last) return null
  const wordings = { live: liveLetters(variants), fresh: [...fresh] }
  const from = { seen: freeze.dealt_seen, dealt: freeze.dealt }
  const { seen, dealt, changes } = dealVariants(people, wordings, from)
  for (const variant of new Set(changes.values())) {
    const ids = [...changes].flatMap(([id, own]) => (own === variant ? id : []))
    await tx.updateTable('recipients').set({ variant }).where('id', 'in', ids).execute()
  }
  return { dealt_to: last.position, dealt_seen: seen, dealt }
}

async function variantsOf(db: Db, campaignId: string): Promise<readonly StoredVariant[]> {
  const row = await db
    .selectFrom('campaigns')
    .select('variants')
    .where('id', '=', campaignId)
    .executeTakeFirst()
  return readVariants(row?.variants ?? '[]')
}
