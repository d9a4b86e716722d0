import { letterOf, variantOf } from '@kirim/contract/campaign-variants'

/** How far people were dealt wordings. */
export interface Dealing {
  /** People looked at. */
  readonly seen: number
  /** People who had no wording that is still there, and got one. */
  readonly dealt: number
}

interface Wordings {
  /** Letters of all that people are dealt, A first. */
  readonly live: readonly string[]
  /** Those of them that were added while people had others: they take an even share. */
  readonly fresh: readonly string[]
}

/**
 * Deals wordings evenly to people who have none yet, or whose wording was removed, in their order;
 * a fresh wording takes an even share of everybody. All others keep theirs. Returns those who get
 * another one, and how far it went.
 */
export function dealVariants(
  people: readonly { readonly id: string; readonly variant: number | null }[],
  { live, fresh }: Wordings,
  from: Dealing,
): Dealing & { readonly changes: ReadonlyMap<string, number> } {
  const added = live.filter((letter) => fresh.includes(letter))
  const kept = live.filter((letter) => !fresh.includes(letter))
  const changes = new Map<string, number>()
  let { seen, dealt } = from
  for (const { id, variant } of people) {
    const share = (seen % live.length) - kept.length
    seen += 1
    const isLive = variant === null ? live.length === 1 : live.includes(letterOf(variant))
    const letter = share >= 0 ? added[share] : isLive ? undefined : kept[dealt++ % kept.length]
    if (letter !== undefined && variantOf(letter) !== variant) changes.set(id, variantOf(letter))
  }
  return { seen, dealt, changes }
}
