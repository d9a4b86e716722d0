/**
 * The latest time to start idle work: from then on live updates and toasts matter more than the
 * rest of the page.
 */
const LONGEST_WAIT_MS = 5000

let loading = 0
const waiting = new Set<() => void>()

/** Delays idle work while main content loads. Returns a function to call when it is there. */
export function pauseIdleWork(): () => void {
  loading += 1
  return () => {
    loading -= 1
    if (loading > 0) return
    for (const start of [...waiting]) start()
  }
}

/**
 * Runs `work` once the page is shown and idle, so that its loading does not compete with the page's
 * content on a slow connection. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  let cancel = () => {}
  const start = () => {
    const idle = requestIdleCallback(work, { timeout: 2000 })
    cancel = () => cancelIdleCallback(idle)
  }
  const stopWaiting = afterFirstPaint(() => {
    cancel = whenLoaded(start) ?? cancel
  })
  return () => {
    stopWaiting()
    cancel()
  }
}

/** Returns a function that cancels it, or undefined when it has already run. */
function whenLoaded(work: () => void): (() => void) | undefined {
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
