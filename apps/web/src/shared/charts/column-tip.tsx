import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { type ChartSpan, EXPECTED, SERIES } from './series.ts'

const WIDTH = 176

interface TipProps {
  title: string
  counts: ChartSpan
  /** The middle of its column. */
  left: number
  /** The width of the chart, which it stays in. */
  within: number
}

/** The numbers of a column; read out by the chart itself. */
export function ColumnTip({ title, counts, left, within }: TipProps) {
  const beside = left + 16 + WIDTH > within ? left - 16 - WIDTH : left + 16
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-10 rounded-md bg-popover p-2.5 text-xs text-popover-foreground shadow-pop"
      style={{ left: Math.max(0, Math.min(beside, within - WIDTH)), width: WIDTH }}
    >
      <p className="mb-1 font-medium">{title}</p>
      {SERIES.map(({ state, word, mark }) => (
        <TipLine key={state} word={word} mark={mark} count={counts[state]} />
      ))}
      {counts.expected && <TipLine {...EXPECTED} count={counts.expected} />}
    </div>
  )
}

function TipLine({ word, mark, count }: { word: string; mark: string; count: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <p className="flex items-center justify-between gap-4 py-0.5">
      <span className="inline-flex items-center gap-1.5 text-muted-foreground">
        <i className={cn('size-2 rounded-[2px]', mark)} />
        {t(word)}
      </span>
      <span className="tnum font-medium">{number(count)}</span>
    </p>
  )
}
