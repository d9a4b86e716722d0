const POLL_INTERVAL_MS = 20
/** Longer than anything takes, however busy the machine is. */
const TIMEOUT_MS = 180_000

/**
 * Polls `condition` until it returns a truthy value, and returns that value. For conditions without
 * an event to wait for. Throws after `withinMs`.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  withinMs = TIMEOUT_MS,
): Promise<Exclude<Awaited<T>, null | undefined | false | 0 | ''>> {
  const end = Date.now() + withinMs
  for (;;) {
    const value = await condition()
    if (value) return value as Exclude<Awaited<T>, null | undefined | false | 0 | ''>
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms in vain until ${what}`)
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
}
