import { whenIdle } from './when-idle.ts'

/** Loads a module on demand, at most once. */
export function lazyModule<P>(load: () => Promise<P>) {
  let loaded: P | null = null
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  return {
    /** The module, or null before it is loaded. */
    now: () => loaded,
    load: loadOnce,
    /** Loads the module when the page is idle. Returns a function that cancels this. */
    prepare: () => (loaded ? undefined : whenIdle(() => void loadOnce().catch(() => undefined))),
  }
}
