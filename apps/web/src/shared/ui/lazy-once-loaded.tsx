import { type ComponentType, lazy } from 'react'
import { lazyModule } from './lazy-module.ts'

/**
 * Like React's `lazy`, but renders an already loaded component without suspending. After even a
 * short suspension React hides content for 300 ms.
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
