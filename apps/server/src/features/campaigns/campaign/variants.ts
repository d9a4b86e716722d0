import { letterOf, type SubmittedVariant, type Variant } from '@kirim/contract/campaign-variants'

/** A further wording of a campaign. */
export interface StoredVariant extends Variant {
  /** Its owner took it away after people were sent it: nobody is dealt it any more. */
  readonly removed: boolean
}

const FURTHER_LETTERS = Array.from({ length: 25 }, (_, index) => letterOf(index + 1))

export const liveVariants = (variants: readonly StoredVariant[]): Variant[] =>
  variants.flatMap(({ letter, caption, removed }) => (removed ? [] : { letter, caption }))

/** The letters of the wordings that people are dealt; A is the caption. */
export const liveLetters = (variants: readonly StoredVariant[]): string[] => [
  'A',
  ...liveVariants(variants).map(({ letter }) => letter),
]

/** The text of a person's wording; of the caption when theirs is there no more. */
export function captionOf(
  campaign: { readonly caption: string; readonly variants: readonly StoredVariant[] },
  variant: number | null,
): string {
  const letter = letterOf(variant ?? 0)
  const own = liveVariants(campaign.variants).find((one) => one.letter === letter)
  return own?.caption ?? campaign.caption
}

/**
 * The wordings after a save. A wording keeps its letter; a new one gets one that nobody had, so
 * that outcomes of one wording never count for another. Removed ones are kept once people may have
 * been sent them.
 */
export function mergeVariants(
  before: readonly StoredVariant[],
  submitted: readonly SubmittedVariant[] | undefined,
  mayHaveBeenSent: boolean,
): readonly StoredVariant[] {
  if (!submitted) return before
  const taken = new Set(submitted.flatMap(({ letter }) => letter ?? []))
  const known = new Set([...before.map(({ letter }) => letter), ...taken])
  const next = () => {
    const free = FURTHER_LETTERS.find((letter) => !known.has(letter))
    const letter = free ?? FURTHER_LETTERS.find((one) => !taken.has(one)) ?? 'Z'
    known.add(letter)
    taken.add(letter)
    return letter
  }
  const live = submitted.map(({ letter, caption }) => ({
    letter: letter ?? next(),
    caption,
    removed: false,
  }))
  const gone = before
    .filter(({ letter }) => mayHaveBeenSent && !taken.has(letter))
    .map((variant) => ({ ...variant, removed: true }))
  return [...live, ...gone].sort((one, other) => (one.letter < other.letter ? -1 : 1))
}

export function readVariants(written: string): readonly StoredVariant[] {
  return JSON.parse(written) as StoredVariant[]
}
