import { useEffect, useState, useSyncExternalStore } from 'react'
import { lazyModule } from '#shared/ui/lazy-module.ts'
import { whenIdle } from '#shared/ui/when-idle.ts'
import { currentToasts, subscribeToToasts } from './toast.ts'

const code = lazyModule(async () => (await import('./toaster.tsx')).Toaster)

/**
 * Loads the toaster when the page is idle or with the first toast; earlier toasts are shown then.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState(code.now)
  const isNeeded = useSyncExternalStore(subscribeToToasts, hasToasts)
  useEffect(() => {
    if (Toaster) return
    // Loading fails after a newer version was deployed, until a reload.
    const load = () =>
      void code.load().then(
        (loaded) => setToaster(() => loaded),
        () => undefined,
      )
    if (!isNeeded) return whenIdle(load)
    load()
  }, [Toaster, isNeeded])
  return Toaster && <Toaster />
}

function hasToasts(): boolean {
  return currentToasts().length > 0
}
