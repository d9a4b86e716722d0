/**
 * The latest time to start idle work: after it, live updates and toasts matter more than the rest
 * of the page.
 */
const LONGEST_WAIT_MS = 5000

let loading = 0
const waiting = new Set<() => void>()

/** Delays idle work while main content loads. Returns a function to call when it is there. */
export function pauseIdleWork(): () => void {
  loading += 1
  return () => {
    loading -= 1
    if (loading === 0) for (const start of [...waiting]) start()
  }
}

/**
 * Runs `work` once the page's content is there and it is idle, so that loading it does not compete
 * with the content on a slow connection. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  let idle: number | undefined
  const start = () => {
    stopWaiting()
    idle = requestIdle(work)
  }
  const timer = loading > 0 ? setTimeout(start, LONGEST_WAIT_MS) : undefined
  const stopWaiting = () => {
    waiting.delete(start)
    clearTimeout(timer)
  }
  if (loading > 0) waiting.add(start)
  else start()
  return () => {
    stopWaiting()
    if (idle !== undefined) cancelIdle(idle)
  }
}

/** Safari has no idle callbacks. */
function requestIdle(work: () => void): number {
  if (typeof requestIdleCallback === 'undefined') return window.setTimeout(work, 200)
  return requestIdleCallback(work, { timeout: 2000 })
}

function cancelIdle(id: number): void {
  if (typeof cancelIdleCallback === 'undefined') clearTimeout(id)
  else cancelIdleCallback(id)
}
