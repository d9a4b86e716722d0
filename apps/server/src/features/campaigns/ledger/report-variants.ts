import type { VariantOutcome } from '@kirim/contract/campaign-ledger'
import { letterOf } from '@kirim/contract/campaign-variants'
import { RecipientState } from '@kirim/contract/campaigns'
import type { CodedText } from '@kirim/contract/refusals'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { CampaignTexts } from '../campaign/stored-campaign.ts'

/** People with one wording in one state. */
export interface VariantCount {
  readonly variant: number
  /** `answered` counts people of any state. */
  readonly state: RecipientState | 'answered'
  readonly people: number
}

/** Reads indexes alone; campaigns with one wording have no entries. */
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

/** The index of answers lacks the wordings, so they are looked up in short steps. */
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

/** The outcome of each wording of a campaign; empty if there is only one. */
export function outcomesOf(
  { caption, variants }: CampaignTexts,
  counts: readonly VariantCount[],
): VariantOutcome[] {
  if (variants.length === 0) return []
  const all = [{ letter: 'A', caption, removed: false }, ...variants]
  return all.map(({ letter, caption, removed }) => {
    const own = counts.filter(({ variant }) => letterOf(variant) === letter)
    const inStates = (...states: VariantCount['state'][]) =>
      own.reduce((sum, { state, people }) => sum + (states.includes(state) ? people : 0), 0)
    return {
      letter,
      caption,
      removed,
      people: inStates(...RecipientState.options),
      sent: inStates('sent', 'delivered', 'read'),
      delivered: inStates('delivered', 'read'),
      read: inStates('read'),
      answered: inStates('answered'),
      failed: inStates('failed'),
    }
  })
}

/** Whether the difference between the wordings that are still dealt is more than chance. */
export function compareOutcomes(outcomes: readonly VariantOutcome[]): CodedText[] {
  const live = outcomes.filter(({ removed }) => !removed)
  if (live.length < 2) return []
  const answered = live.map(({ letter, delivered, answered }) => ({
    letter,
    // The receipt of an answered message may be missing.
    of: Math.max(delivered, answered),
    hits: answered,
  }))
  const read = live.map(({ letter, delivered, read }) => ({ letter, of: delivered, hits: read }))
  return [sentenceOf('answered', answered), sentenceOf('read', read)]
}

function sentenceOf(what: 'answered' | 'read', trials: readonly Trial[]): CodedText {
  const { verdict, ...params } = compareVariants(trials)
  const hits = trials.reduce((sum, trial) => sum + trial.hits, 0)
  const early = verdict === 'early' && { hits, needed: HITS_NEEDED }
  return { code: `${what}_${verdict}`, params: { ...params, ...early } }
}

/** How often one wording did what it is for. */
export interface Trial {
  readonly letter: string
  /** People it could have worked with. */
  readonly of: number
  /** The number of people with the desired outcome. */
  readonly hits: number
}

export type Comparison =
  | { readonly verdict: 'early' | 'alike' }
  /** `tries`: chance alone gives such a difference about once in this many tries. */
  | { readonly verdict: 'maybe' | 'more' | 'sure'; readonly letter: string; readonly tries: number }

/** Fewer hits in total give no verdict. */
export const HITS_NEEDED = 100

/** A smaller probability counts as more than chance. */
const CHANCE_MAX = 0.05

const HARDLY_EVER = 0.001

/** At this probability or more there is no difference. */
const ALIKE_FROM = 0.5

/**
 * Compares the best wording with the second best by a two-sided two-proportion z-test with pooled
 * variance. With more than two wordings the probability is multiplied by the number of pairs
 * (Bonferroni), since the best of several looks good by chance more easily.
 */
export function compareVariants(trials: readonly Trial[]): Comparison {
  const hits = trials.reduce((sum, trial) => sum + trial.hits, 0)
  const [best, second] = [...trials].sort((one, other) => rateOf(other) - rateOf(one))
  if (!best || !second || hits < HITS_NEEDED || trials.some(({ of }) => of === 0)) {
    return { verdict: 'early' }
  }
  const pairs = (trials.length * (trials.length - 1)) / 2
  const chance = Math.min(1, pairs * chanceOf(best, second))
  if (chance >= ALIKE_FROM) return { verdict: 'alike' }
  const verdict = chance < HARDLY_EVER ? 'sure' : chance < CHANCE_MAX ? 'more' : 'maybe'
  return { verdict, letter: best.letter, tries: Math.round(1 / chance) }
}

/** The probability that two equal wordings differ at least this much. */
export function chanceOf(one: Trial, other: Trial): number {
  const pooled = (one.hits + other.hits) / (one.of + other.of)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))
  if (deviation === 0) return 1
  return twoTails(Math.abs(rateOf(one) - rateOf(other)) / deviation)
}

const rateOf = ({ of, hits }: Trial) => (of === 0 ? 0 : hits / of)

/**
 * The probability that a standard normal value is further from 0 than `z`: the complementary error
 * function by Abramowitz and Stegun 7.1.26, exact to 1.5e-7.
 */
function twoTails(z: number): number {
  const x = z / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.min(1, series * Math.exp(-x * x))
}
