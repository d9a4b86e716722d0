import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'

/** People who were dealt a wording and stand in one state. */
export interface VariantCount {
  readonly variant: number
  /** `answered` counts people of any state. */
  readonly state: RecipientState | 'answered'
  readonly people: number
}

/** Of an index alone that has nobody of a campaign with one wording, and of who answered. */
export async function countVariants(db: Db, campaignId: string): Promise<VariantCount[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['variant', 'state', (eb) => eb.fn.countAll().as('people')])
    .where('campaign_id', '=', campaignId)
    .where('variant', 'is not', null)
    .groupBy(['variant', 'state'])
    .execute()
  if (rows.length === 0) return []
  const counts = rows.map(({ variant, state, people }) => {
    return { variant: variant ?? 0, state, people: Number(people) }
  })
  return [...counts, ...(await countAnswered(db, campaignId))]
}

/** The index of who answered does not hold their wordings: they are looked up in short steps. */
async function countAnswered(db: Db, campaignId: string): Promise<VariantCount[]> {
  const answered = new Map<number, number>()
  const pages = inPages(
    (after: number | null, limit) =>
      db
        .selectFrom('recipients')
        .select(['position', 'variant'])
        .where('campaign_id', '=', campaignId)
        .where('answered_at', 'is not', null)
        .$if(after !== null, (query) => query.where('position', '>', after ?? 0))
        .orderBy('position')
        .limit(limit)
        .execute(),
    ({ position }) => position,
  )
  for await (const page of pages) {
    for (const { variant } of page) {
      if (variant !== null) answered.set(variant, (answered.get(variant) ?? 0) + 1)
    }
  }
  return [...answered].map(([variant, people]) => ({ variant, state: 'answered', people }))
}
