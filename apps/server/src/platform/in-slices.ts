import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 10

/** Runs work that is cut into short steps; others are served after each ten milliseconds. */
export async function inSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < SLICE_MS) continue
    await setImmediate()
    startedAt = performance.now()
  }
}
