import { letterOf, variantOf } from '@kirim/contract/campaign-variants'
import type { Db } from '../../../platform/database/database.ts'
import { liveLetters, readVariants, type StoredVariant } from '../campaign/variants.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'
import { FREEZE_BATCH_SIZE } from './freeze-pages.ts'
import type { Freeze } from './freezes.repository.ts'

/**
 * Assigns wordings to the next people who wait, in the transaction of a freeze's step. Returns the
 * progress; null when everybody has a wording.
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

/** The progress of assigning wordings. */
export interface Dealing {
  /** People looked at. */
  readonly seen: number
  /** People without a current wording who got one. */
  readonly dealt: number
}

interface Wordings {
  /** Letters of all current wordings, A first. */
  readonly live: readonly string[]
  /** Wordings added after people had others: each takes an even share. */
  readonly fresh: readonly string[]
}

/**
 * Assigns wordings evenly to people who have none or whose wording was removed, in their order; a
 * fresh wording takes an even share of everybody. Others keep theirs. Returns the changes and the
 * progress.
 */
export function dealVariants(
  people: readonly { readonly id: string; readonly variant: number | null }[],
  { live, fresh }: Wordings,
  from: Dealing,
): Dealing & { readonly changes: ReadonlyMap<string, number> } {
  const added = live.filter((letter) => fresh.includes(letter))
  const existing = live.filter((letter) => !fresh.includes(letter))
  const changes = new Map<string, number>()
  let { seen, dealt } = from
  for (const { id, variant } of people) {
    const share = (seen % live.length) - existing.length
    seen += 1
    const isLive = variant === null ? live.length === 1 : live.includes(letterOf(variant))
    const letter =
      share >= 0 ? added[share] : isLive ? undefined : existing[dealt++ % existing.length]
    if (letter !== undefined && variantOf(letter) !== variant) changes.set(id, variantOf(letter))
  }
  return { seen, dealt, changes }
}
