import { whenIdle } from './when-idle.ts'

/** Code that no page needs before something of it is used. */
export function lazyModule<P>(load: () => Promise<P>) {
  let loaded: P | null = null
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  return {
    /** Null until it has been loaded. */
    now: () => loaded,
    load: loadOnce,
    /** Loads it once the page has nothing else to do; returns what calls that off. */
    prepare: () => (loaded ? undefined : whenIdle(() => void loadOnce().catch(() => undefined))),
  }
}
