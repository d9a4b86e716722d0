/**
 * Time per step: rows of long texts are handled in smaller numbers, so that others are served
 * between.
 */
const STEP_MS = 15

interface Bounds {
  readonly stepMs?: number
  readonly first: number
  readonly fewest: number
  readonly most: number
}

/** How many rows a walk handles at a time, by the time that those before took. */
export function createStepSize(
  { first, fewest, most, stepMs = STEP_MS }: Bounds,
  now = () => performance.now(),
): { run<T>(step: (rows: number) => Promise<T>): Promise<T> } {
  let rows = first
  return {
    async run(step) {
      const begun = now()
      try {
        return await step(rows)
      } finally {
        const asMany = (rows * stepMs) / Math.max(now() - begun, 1)
        rows = Math.ceil(Math.max(fewest, Math.min(asMany, rows * 2, most)))
      }
    },
  }
}
