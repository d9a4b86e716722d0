import { setImmediate } from 'node:timers/promises'

/**
 * Does long work in many short transactions, yielding in between, until a step reports that nothing
 * is left. When the signal aborts it ends early; the next start must find what is left.
 */
export async function inSteps(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await step())) await setImmediate()
}
