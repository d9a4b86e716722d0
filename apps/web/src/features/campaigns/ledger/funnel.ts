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

/**
 * From everybody to those who answered: a step counts all who came at least so far, also with a
 * part of a message that failed otherwise.
 */
export function funnelOf({
  counts,
  total,
  answered,
  partly,
}: Pick<CampaignReport, 'counts' | 'total' | 'answered' | 'partly'>): FunnelStep[] {
  const whole = counts.delivered + counts.read
  const read = counts.read + partly.read
  const delivered = whole + partly.delivered
  const sent = counts.sent + whole + partly.sent
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
