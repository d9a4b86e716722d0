import type { VariantOutcome } from '@kirim/contract/campaign-ledger'
import { letterOf } from '@kirim/contract/campaign-variants'
import { RecipientState } from '@kirim/contract/campaigns'
import type { CodedText } from '@kirim/contract/refusals'
import type { CampaignTexts } from '../stored-campaign.ts'
import { compareVariants, HITS_NEEDED, type Trial } from './compare-variants.ts'
import type { VariantCount } from './variant-counts.repository.ts'

/** What became of each wording of a campaign; empty where there was one only. */
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
    // The receipt of whoever answered may be missing.
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
