import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'

/** People who were dealt a wording and stand in one state. */
export interface VariantCount {
  readonly variant: number
  readonly state: RecipientState
  readonly people: number
}

/** Of one index alone, which has nobody of a campaign with one wording. */
export async function countVariants(db: Db, campaignId: string): Promise<VariantCount[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['variant', 'state', (eb) => eb.fn.countAll().as('people')])
    .where('campaign_id', '=', campaignId)
    .where('variant', 'is not', null)
    .groupBy(['variant', 'state'])
    .execute()
  return rows.map(({ variant, state, people }) => ({
    variant: variant ?? 0,
    state,
    people: Number(people),
  }))
}
