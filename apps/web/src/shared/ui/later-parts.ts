/** Code that no page needs before something of it is used. */
export function laterParts<P>(load: () => Promise<P>) {
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

/** Not before there is something to see: on a slow line it would hold that up. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  let idle = 0
  const start = () => {
    idle = requestIdleCallback(work, { timeout: 2000 })
  }
  const stopWaiting = afterFirstPaint(start)
  return () => {
    stopWaiting()
    cancelIdleCallback(idle)
  }
}

const FIRST_PAINT = 'first-contentful-paint'

function afterFirstPaint(work: () => void): () => void {
  if (performance.getEntriesByName(FIRST_PAINT).length > 0) {
    work()
    return () => undefined
  }
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName(FIRST_PAINT).length === 0) return
    observer.disconnect()
    work()
  })
  observer.observe({ type: 'paint', buffered: true })
  return () => observer.disconnect()
}
