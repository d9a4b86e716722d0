import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { lazy, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useRefreshDevices } from '../use-devices.ts'

/** The people counted today change without an event. */
const REFETCH_MS = 60_000

/** Loaded on demand, because the texts of numbers are large. */
const NumbersList = lazy(async () => ({
  default: (await import('./numbers-list.tsx')).NumbersList,
}))

/** The linked numbers for the strip, and whether the page should wait for them. */
export function useNumbers() {
  const maySee = useMay('numbers:read')
  const query = useQuery({
    ...callQuery(listDevices),
    refetchInterval: REFETCH_MS,
    enabled: maySee,
  })
  useRealtimeEvent('devices_changed', useRefreshDevices())
  return {
    /** Undefined while loading, or after a failure. */
    numbers: query.data,
    failed: query.isError && query.data === undefined,
    busy: query.isFetching,
    retry: () => void query.refetch(),
    /** Whether the page waits for them, so that nothing moves when they arrive. */
    isAwaited: maySee && query.isPending && query.failureCount + query.errorUpdateCount === 0,
  }
}

/** Each linked number in one cell. Suspends when rendered with the page. */
export function NumbersStrip({ all }: { all: ReturnType<typeof useNumbers> }) {
  // Deferred, so that the current content stays visible while the code loads.
  const { numbers, failed, busy, retry } = useDeferredValue(all)
  if (failed) return <NumbersFailed busy={busy} onRetry={retry} />
  return numbers && numbers.length > 0 ? <NumbersList numbers={numbers} /> : null
}

function NumbersFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('Numbers')} className="mb-5 rounded-lg border bg-card">
      <ErrorState
        className="border-t-0 py-3.5 max-sm:px-4"
        message={t('Could not load connected device list.')}
        onRetry={onRetry}
        busy={busy}
      />
    </section>
  )
}
