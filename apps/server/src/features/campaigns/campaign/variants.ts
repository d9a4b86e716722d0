import { letterOf, type SubmittedVariant, type Variant } from '@kirim/contract/campaign-variants'

/** A further wording of a campaign. */
export interface StoredVariant extends Variant {
  /** Its owner removed it after people received it: nobody new gets it. */
  readonly removed: boolean
}

const FURTHER_LETTERS = Array.from({ length: 25 }, (_, index) => letterOf(index + 1))

export const liveVariants = (variants: readonly StoredVariant[]): Variant[] =>
  variants.flatMap(({ letter, caption, removed }) => (removed ? [] : { letter, caption }))

/** The letters of the current wordings; A is the caption. */
export const liveLetters = (variants: readonly StoredVariant[]): string[] => [
  'A',
  ...liveVariants(variants).map(({ letter }) => letter),
]

/** The text of a person's wording; the caption if theirs was removed. */
export function captionOf(
  campaign: { readonly caption: string; readonly variants: readonly StoredVariant[] },
  variant: number | null,
): string {
  const letter = letterOf(variant ?? 0)
  const own = liveVariants(campaign.variants).find((one) => one.letter === letter)
  return own?.caption ?? campaign.caption
}

/**
 * The wordings after a save. A wording keeps its letter; a new one gets an unused one, so that
 * outcomes never count for another wording. Removed wordings stay stored once people may have
 * received them.
 */
export function mergeVariants(
  before: readonly StoredVariant[],
  submitted: readonly SubmittedVariant[] | undefined,
  mayHaveBeenSent: boolean,
): readonly StoredVariant[] {
  if (!submitted) return before
  const used = new Set(submitted.flatMap(({ letter }) => letter ?? []))
  const known = new Set([...before.map(({ letter }) => letter), ...used])
  const next = () => {
    const free = FURTHER_LETTERS.find((letter) => !known.has(letter))
    const letter = free ?? FURTHER_LETTERS.find((one) => !used.has(one)) ?? 'Z'
    known.add(letter)
    used.add(letter)
    return letter
  }
  const live = submitted.map(({ letter, caption }) => ({
    letter: letter ?? next(),
    caption,
    removed: false,
  }))
  const removedVariants = before
    .filter(({ letter }) => mayHaveBeenSent && !used.has(letter))
    .map((variant) => ({ ...variant, removed: true }))
  return [...live, ...removedVariants].sort((one, other) => (one.letter < other.letter ? -1 : 1))
}

export function readVariants(written: string): readonly StoredVariant[] {
  return JSON.parse(written) as StoredVariant[]
}
