import type { OverallSummary } from '@kirim/contract/analytics'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { LiveNumber } from '#shared/ui/live-number.tsx'

interface SummaryStripProps {
  /** Undefined while loading. */
  summary: OverallSummary | undefined
  /** The figures failed to load: zeros are shown with the reason [4.dashboard.failure]. */
  failed: boolean
  busy: boolean
  onRetry: () => void
}

/** The three summary cards as cells of one strip [2.dashboard.total]. */
export function SummaryStrip({ summary, failed, busy, onRetry }: SummaryStripProps) {
  const { t } = useTranslation()
  const total = summary?.totalMessages
  return (
    <div
      className={cn(
        'mb-5 grid grid-cols-2 rounded-lg border bg-card sm:grid-cols-3',
        failed && '[&_.text-metric]:text-muted-foreground',
      )}
    >
      <Cell
        label={t('Total Messages')}
        caption={t('Total outgoing messages')}
        value={total}
        className="max-sm:col-span-2 max-sm:border-b"
      />
      <Cell
        label={t('Sent')}
        caption={t('Successfully delivered or read')}
        value={summary?.sentMessages}
        of={total}
        shareClass="text-success"
        className="sm:border-l"
      />
      <Cell
        label={t('Failed')}
        caption={t('Delivery failures')}
        value={summary?.failedMessages}
        of={total}
        shareClass="text-destructive"
        className="border-l"
      />
      {failed && (
        <ErrorState
          className="col-span-full py-3.5"
          message={t('Could not load overall analytics.')}
          onRetry={onRetry}
          busy={busy}
        />
      )}
    </div>
  )
}

interface CellProps {
  label: string
  caption: string
  value: number | undefined
  /** The total of which this is a share. */
  of?: number | undefined
  shareClass?: string
  className?: string
}

function Cell({ label, caption, value, of, shareClass, className }: CellProps) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are figures, not controls.
    <div
      role="group"
      aria-labelledby={id}
      className={cn('min-w-0 px-5 py-4 max-sm:px-4', className)}
    >
      <p id={id} className="text-caption text-muted-foreground">
        {label}
      </p>
      {value === undefined ? (
        <p aria-busy="true" className="mt-1.5 text-heading leading-8 text-muted-foreground">
          {t('Loading...')}
        </p>
      ) : (
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2">
          <LiveNumber value={value} className="text-metric font-semibold" />
          {Boolean(of && value) && (
            <span className={cn('tnum text-caption font-medium', shareClass)}>
              {percent(value / (of ?? 1))}
            </span>
          )}
        </p>
      )}
      <p className="mt-1 text-xs text-muted-foreground">{caption}</p>
    </div>
  )
}
