import type { MessageCounts, MessageSpan } from '@kirim/contract/message-counts'
import { textKey } from '#shared/i18n/text-key.ts'

type State = keyof MessageCounts

/** Messages of a time, and about how many more leave in it. */
export type ChartSpan = MessageSpan & { readonly expected?: number | undefined }

/** What has not left yet, after all others. */
export const EXPECTED = {
  word: textKey('Expected'),
  mark: 'border border-dashed border-muted-foreground',
} as const

interface Series {
  state: State
  word: string
  fill: string
  /** Told apart in grey, too. */
  pattern?: 'lines' | 'hatch'
  /** The same as a small square of HTML. */
  mark: string
}

/** From the bottom of each column; the order never changes. */
export const SERIES: readonly Series[] = [
  { state: 'read', word: textKey('Read'), fill: 'var(--chart-1)', mark: 'bg-chart-1' },
  { state: 'delivered', word: textKey('Delivered'), fill: 'var(--chart-2)', mark: 'bg-chart-2' },
  {
    state: 'sent',
    word: textKey('Sent'),
    fill: 'var(--chart-3)',
    pattern: 'lines',
    mark: 'bg-chart-3 fill-lines',
  },
  {
    state: 'failed',
    word: textKey('Failed'),
    fill: 'var(--chart-5)',
    pattern: 'hatch',
    mark: 'bg-chart-5 fill-hatch',
  },
]

export const expectsAny = (spans: readonly ChartSpan[]): boolean =>
  spans.some(({ expected = 0 }) => expected > 0)

export function totalOf(counts: MessageCounts): number {
  return SERIES.reduce((sum, { state }) => sum + counts[state], 0)
}
