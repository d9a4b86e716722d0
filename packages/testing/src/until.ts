import { loadavg } from 'node:os'
import { onThisMachine } from './test-run.ts'

const POLL_INTERVAL_MS = 20
/** Longer than anything takes, on a machine that is busy with other work, too. */
const TIMEOUT_MS = onThisMachine(90_000)

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
    if (Date.now() > end) {
      const load = loadavg()[0]?.toFixed(1)
      throw new Error(`Waited ${withinMs} ms in vain until ${what} (load average: ${load})`)
    }
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
}
