import { useEffect, useState, useSyncExternalStore } from 'react'
import { lazyModule } from '#shared/ui/lazy-module.ts'
import { whenIdle } from '#shared/ui/when-idle.ts'
import { currentToasts, subscribeToToasts } from './toast.ts'

const code = lazyModule(async () => (await import('./toaster.tsx')).Toaster)

/**
 * Its code comes once the page is shown, or with the first toast; what was said before it came is
 * shown then.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState(code.now)
  const isNeeded = useSyncExternalStore(subscribeToToasts, hasToasts)
  useEffect(() => {
    if (Toaster) return
    // Files that a newer version has replaced: a reload mends it.
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
