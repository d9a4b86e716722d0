import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { Loading } from './loading.tsx'

interface ErrorStateProps {
  message: string
  /** The query that failed, for the button to retry. */
  query?: Pick<UseQueryResult, 'refetch' | 'isFetching'>
  /** For retrying something other than one query. */
  onRetry?: () => void
  busy?: boolean
  className?: string
}

/** Shown in the card of a list that failed to load. */
export function ErrorState({
  message,
  query,
  onRetry = query && (() => void query.refetch()),
  busy = query?.isFetching ?? false,
  className,
}: ErrorStateProps) {
  const { t } = useTranslation()
  const { clock } = useFormat()
  const offlineSince = useOfflineSince()
  return (
    <div
      role="alert"
      className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-5 py-6', className)}
    >
      <div className="flex min-w-0 items-start gap-2.5">
        <CircleAlert className="mt-px size-[18px] text-destructive" aria-hidden="true" />
        <div className="min-w-0">
          <p>{message}</p>
          {offlineSince !== null && (
            <p className="tnum mt-0.5 text-caption text-muted-foreground">
              {t(
                'The server has not responded since {time}. The page retries when the connection is back.',
                { time: clock(offlineSince) },
              )}
            </p>
          )}
        </div>
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry} busy={busy}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

interface QueryStatusProps {
  query: Pick<UseQueryResult, 'isError' | 'refetch' | 'isFetching'>
  loading: string
  failed: string
}

/** Shown in a card until a query has data. */
export function QueryStatus({ query, loading, failed }: QueryStatusProps) {
  return query.isError ? <ErrorState message={failed} query={query} /> : <Loading text={loading} />
}
