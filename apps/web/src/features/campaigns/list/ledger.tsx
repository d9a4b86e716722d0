import type { RecipientCounts, RecipientState } from '@kirim/contract/campaigns'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'

const rest = 'bg-neutral-soft ring-1 ring-inset ring-input/60'

/** The segments in order. A message being sent is shown as queued. */
const segments = [
  { word: textKey('Read'), states: ['read'], classes: 'bg-chart-1' },
  { word: textKey('Delivered'), states: ['delivered'], classes: 'bg-chart-2' },
  { word: textKey('Sent'), states: ['sent'], classes: 'bg-chart-3 fill-lines' },
  { word: textKey('Failed'), states: ['failed'], classes: 'bg-chart-5 fill-hatch' },
  { word: textKey('Skipped'), states: ['skipped'], classes: 'bg-chart-4' },
  {
    word: textKey('On hold'),
    states: ['held'],
    classes: 'bg-warning-soft ring-1 ring-inset ring-warning',
  },
  { word: textKey('Queued'), states: ['queued', 'sending'], classes: rest },
] as const satisfies readonly {
  word: string
  states: readonly RecipientState[]
  classes: string
}[]

function countOf(counts: RecipientCounts, states: readonly RecipientState[]): number {
  return states.reduce((sum, state) => sum + counts[state], 0)
}

/** Shows a campaign's recipients by state as one bar. `total` is the number of recipients. */
export function LedgerBar({
  counts,
  total,
  label,
}: {
  counts: RecipientCounts
  total: number
  label: string
}) {
  const open = countOf(counts, ['queued', 'held', 'sending'])
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuenow={total - open}
      aria-valuemax={total}
      className="flex h-2 gap-px overflow-hidden rounded-full"
    >
      {total === 0 && <i className={cn('flex-1', rest)} />}
      {segments.map(({ word, states, classes }) => {
        const count = countOf(counts, states)
        return (
          count > 0 && (
            <i
              key={word}
              className={cn('min-w-[3px] transition-[flex-grow] duration-300 ease-out', classes)}
              style={{ flexGrow: count, flexBasis: 0 }}
            />
          )
        )
      })}
    </div>
  )
}

/** Explains the colours of the bar in one line. */
export function LedgerKey({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <p
      aria-hidden="true"
      className={cn('flex flex-wrap gap-x-4 text-xs text-muted-foreground', className)}
    >
      {segments.map(({ word, classes }) => (
        <span key={word} className="inline-flex items-center gap-1.5">
          <i className={cn('size-2 rounded-[2px]', classes)} />
          {t(word)}
        </span>
      ))}
    </p>
  )
}
