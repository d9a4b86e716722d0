import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'

/** People who were dealt a wording and stand in one state. */
export interface VariantCount {
  readonly variant: number
  /** `answered` counts people of any state. */
  readonly state: RecipientState | 'answered'
  readonly people: number
}

/** Of indexes alone that have nobody of a campaign with one wording, and who answered. */
export async function countVariants(db: Db, campaignId: string): Promise<VariantCount[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['variant', 'state', (eb) => eb.fn.countAll().as('people')])
    .where('campaign_id', '=', campaignId)
    .where('variant', 'is not', null)
    .groupBy(['variant', 'state'])
    .execute()
  const answered = await db
    .selectFrom('recipients')
    .select(['variant', (eb) => eb.fn.countAll().as('people')])
    .where('campaign_id', '=', campaignId)
    .where('answered_at', 'is not', null)
    .where('variant', 'is not', null)
    .groupBy('variant')
    .execute()
  return [...rows, ...answered.map((row) => ({ ...row, state: 'answered' as const }))].map(
    ({ variant, state, people }) => ({ variant: variant ?? 0, state, people: Number(people) }),
  )
}
