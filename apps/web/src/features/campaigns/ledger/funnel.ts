import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { textKey } from '#shared/i18n/text-key.ts'

export interface FunnelStep {
  readonly word: string
  readonly people: number
  /** Those of an earlier step, which it is a part of; null for the first. */
  readonly before: number | null
  /** Says so, with `{share}`. */
  readonly ofWord: string | null
  readonly classes: string
}

/** From everybody to those who answered: a step counts all who came at least so far. */
export function funnelOf({ counts, total, answered }: CampaignReport): FunnelStep[] {
  const read = counts.read
  const delivered = counts.delivered + read
  const sent = counts.sent + delivered
  return [
    {
      word: textKey('People'),
      people: total,
      before: null,
      ofWord: null,
      classes: 'bg-muted-foreground/35',
    },
    {
      word: textKey('Sent'),
      people: sent,
      before: total,
      ofWord: textKey('{share} of people'),
      classes: 'bg-chart-3',
    },
    {
      word: textKey('Delivered'),
      people: delivered,
      before: sent,
      ofWord: textKey('{share} of sent'),
      classes: 'bg-chart-2',
    },
    {
      word: textKey('Read'),
      people: read,
      before: delivered,
      ofWord: textKey('{share} of delivered'),
      classes: 'bg-chart-1',
    },
    // Of those on whose phone it is: whoever hides that they read may still answer.
    {
      word: textKey('Answered'),
      people: answered,
      before: delivered,
      ofWord: textKey('{share} of delivered'),
      classes: 'bg-primary',
    },
  ]
}
