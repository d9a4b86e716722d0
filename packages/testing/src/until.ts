const POLL_INTERVAL_MS = 20

/**
 * Polls `condition` until it returns a truthy value, and returns that value. For conditions without
 * an event to wait for. Throws after `withinMs`.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  withinMs = 25_000,
): Promise<Exclude<Awaited<T>, null | undefined | false | 0 | ''>> {
  const end = Date.now() + withinMs
  for (;;) {
    const value = await condition()
    if (value) return value as Exclude<Awaited<T>, null | undefined | false | 0 | ''>
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms in vain until ${what}`)
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
}
