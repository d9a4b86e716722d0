import { type ComponentType, lazy } from 'react'
import { lazyModule } from './lazy-module.ts'

/**
 * As React's `lazy`, but what has been loaded before its first render is shown by it. React's
 * suspends all the same, and what suspended, if only for a moment, is kept from sight for 300 ms.
 */
export function lazyOnceLoaded<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> & { load: () => Promise<unknown> } {
  const code = lazyModule(load)
  const Later = lazy(async () => ({ default: await code.load() }))
  const OnceLoaded = (props: P) => {
    const Loaded = code.now() ?? Later
    return <Loaded {...props} />
  }
  return Object.assign(OnceLoaded, { load: code.load })
}
