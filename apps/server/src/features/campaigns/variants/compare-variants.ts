/** How often one wording did what it is for. */
export interface Trial {
  readonly letter: string
  /** People it could have worked with. */
  readonly of: number
  /** Those it did work with. */
  readonly hits: number
}

export type Comparison =
  | { readonly verdict: 'early' | 'alike' }
  /** `tries`: chance alone gives such a difference about once in so many. */
  | { readonly verdict: 'maybe' | 'more' | 'sure'; readonly letter: string; readonly tries: number }

/** Below so many in all, nothing is said. */
export const HITS_NEEDED = 100
/** What has a smaller probability is taken for more than chance. */
const CHANCE_MAX = 0.05
const HARDLY_EVER = 0.001
/** What chance gives every second time, or more often, is no difference. */
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

/** The probability that two equal wordings differ at least so much. */
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
