import { listDevices } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { lazy, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { useRefreshDevices } from '../use-devices.ts'

/** What is counted of a day changes without an event. */
const ASK_AGAIN_MS = 60_000
/** The rest of the page waits no longer, although it moves when the numbers come. */
const WAITED_FOR_MS = 1000

/** Loaded on demand: what a number may say weighs more than other parts of the page. */
const NumbersList = lazy(async () => ({
  default: (await import('./numbers-list.tsx')).NumbersList,
}))

/** The linked numbers for the strip, and whether the page should wait for them. */
export function useNumbers() {
  const query = useQuery({ ...callQuery(listDevices), refetchInterval: ASK_AGAIN_MS })
  useRealtimeEvent('devices_changed', useRefreshDevices())
  const isAwaited = useIsAwaited(!query.isPending || query.failureCount > 0)
  return {
    /** Undefined while loading, and where they could not be loaded. */
    numbers: query.data,
    failed: query.isError && query.data === undefined,
    busy: query.isFetching,
    retry: () => void query.refetch(),
    isAwaited,
  }
}

/** Once it is no longer waited for, another try does not make the page wait again. */
function useIsAwaited(isOver: boolean): boolean {
  const [wasOver, setWasOver] = useState(false)
  useEffect(() => {
    if (wasOver) return
    if (isOver) return setWasOver(true)
    const timer = setTimeout(() => setWasOver(true), WAITED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isOver, wasOver])
  return !isOver && !wasOver
}

/** Each linked number in one cell. Suspends when rendered with the page. */
export function NumbersStrip({ all }: { all: ReturnType<typeof useNumbers> }) {
  // Deferred, so that the current content stays visible while the code loads.
  const { numbers, failed, busy, retry } = useDeferredValue(all)
  if (failed) return <NumbersFailed busy={busy} onRetry={retry} />
  if (!numbers) return <NumbersLoading />
  return numbers.length > 0 ? <NumbersList numbers={numbers} /> : null
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

function NumbersLoading() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('Numbers')} className="mb-5 rounded-lg border bg-card">
      <Loading text={t('Loading device list...')}>
        <div className="flex items-center gap-3 px-5 py-3.5 max-sm:px-4">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className="mb-2 h-3 w-36 max-w-full" />
            <Skeleton className="h-2.5 w-24" />
          </div>
        </div>
      </Loading>
    </section>
  )
}
