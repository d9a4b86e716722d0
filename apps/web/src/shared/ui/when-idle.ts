/** However long a page loads: by then live updates and toasts are worth more than its last part. */
const LONGEST_WAIT_MS = 5000

let loading = 0
const waiting = new Set<() => void>()

/** Something that the page is for is on its way; returns what says that it is there. */
export function pauseIdleWork(): () => void {
  loading += 1
  return () => {
    loading -= 1
    if (loading > 0) return
    for (const start of [...waiting]) start()
  }
}

/**
 * Runs it once the page is shown and has nothing else to do: on a slow line, what it loads would
 * hold up what the page is for. Returns what calls it off.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  let callOff = () => {}
  const start = () => {
    const idle = requestIdleCallback(work, { timeout: 2000 })
    callOff = () => cancelIdleCallback(idle)
  }
  const stopWaiting = afterFirstPaint(() => {
    callOff = onceLoaded(start) ?? callOff
  })
  return () => {
    stopWaiting()
    callOff()
  }
}

/** Returns what calls it off, unless it has run. */
function onceLoaded(work: () => void): (() => void) | undefined {
  if (loading === 0) {
    work()
    return undefined
  }
  const stop = () => {
    waiting.delete(start)
    clearTimeout(timer)
  }
  const start = () => {
    stop()
    work()
  }
  const timer = setTimeout(start, LONGEST_WAIT_MS)
  waiting.add(start)
  return stop
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
