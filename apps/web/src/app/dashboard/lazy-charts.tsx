import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { lazyModule } from '#shared/ui/lazy-module.ts'
import { Skeleton } from '#shared/ui/loading.tsx'
import { whenIdle } from '#shared/ui/when-idle.ts'

/** Defers the code and the data of a chart until the page is idle. */
function lazyWhenIdle(load: () => Promise<ComponentType>, meanwhile: ReactNode): ComponentType {
  const code = lazyModule(load)
  return function LazyChart() {
    const [Chart, setChart] = useState(code.now)
    useEffect(() => {
      if (Chart) return
      // Loading fails after a newer version was deployed: there is no chart until a reload.
      return whenIdle(() =>
        code.load().then(
          (loaded) => setChart(() => loaded),
          () => undefined,
        ),
      )
    }, [Chart])
    return Chart ? <Chart /> : meanwhile
  }
}

export const LazyMessagesADay = lazyWhenIdle(
  async () => (await import('#features/analytics/messages-a-day.tsx')).MessagesADay,
  // As high as the chart, so that the content below does not move.
  <div className="mb-5 h-[308px] rounded-lg border bg-card p-5 max-sm:h-[356px]">
    <Skeleton className="h-4 w-32" />
    <Skeleton className="mt-4 h-48" />
  </div>,
)

export const LazyRates = lazyWhenIdle(
  async () => (await import('#features/campaigns/list/rates-card.tsx')).RatesCard,
  null,
)
