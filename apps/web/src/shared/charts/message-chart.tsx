import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { Segmented } from '#shared/ui/segmented.tsx'
import { CountsTable } from './counts-table.tsx'
import { type ChartSpan, EXPECTED, expectsAny, SERIES, totalOf } from './series.ts'
import { StackedColumns } from './stacked-columns.tsx'
import { type SpanWidth, useSpanText } from './use-span-text.ts'

interface MessageChartProps {
  /** The id of the heading. */
  id: string
  title: string
  description: string
  width: SpanWidth
  spans: readonly ChartSpan[]
  /** Further choices, before that of chart or table. */
  choices?: ReactNode
}

/** Messages by when they left and how they stand, as a chart or as a table. */
export function MessageChart({ id, title, description, width, spans, choices }: MessageChartProps) {
  const { t } = useTranslation()
  const text = useSpanText(width)
  const [shape, setShape] = useState<'chart' | 'table'>('chart')
  const isEmpty = spans.every((span) => totalOf(span) === 0)
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-4 pb-3.5 max-sm:px-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={id} className="text-title font-semibold">
            {title}
          </h2>
          <p className="mt-0.5 text-caption text-muted-foreground">{description}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {choices}
          <Segmented
            aria-label={t('Show as')}
            value={shape}
            onValueChange={setShape}
            options={[
              { value: 'chart', label: t('Chart') },
              { value: 'table', label: t('Table') },
            ]}
          />
        </div>
      </header>
      <div className="px-5 pb-4 max-sm:px-4">
        {isEmpty ? (
          <p className="grid h-49 place-items-center text-muted-foreground">
            {t('No messages were sent in this period.')}
          </p>
        ) : shape === 'chart' ? (
          <>
            <StackedColumns label={title} spans={spans} text={text} />
            <Legend expects={expectsAny(spans)} />
          </>
        ) : (
          <CountsTable label={title} spans={spans} text={text.whole} />
        )}
      </div>
    </>
  )
}

function Legend({ expects }: { expects: boolean }) {
  const { t } = useTranslation()
  return (
    <p
      aria-hidden="true"
      className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pl-9 text-xs text-muted-foreground"
    >
      {[...SERIES, ...(expects ? [EXPECTED] : [])].map(({ word, mark }) => (
        <span key={word} className="inline-flex items-center gap-1.5">
          <i className={cn('size-2 rounded-[2px]', mark)} />
          {t(word)}
        </span>
      ))}
    </p>
  )
}
