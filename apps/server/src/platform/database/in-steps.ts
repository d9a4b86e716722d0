import { setImmediate } from 'node:timers/promises'

/**
 * Does long work as many short transactions and serves others in between, until a step says that
 * nothing is left. Ends early when it is told to: then what is left must be found at the next
 * start.
 */
export async function inSteps(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await step())) await setImmediate()
}
