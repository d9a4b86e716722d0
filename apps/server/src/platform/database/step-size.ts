/**
 * Time per step: rows of long texts are handled in smaller numbers, so that others are served
 * between.
 */
const STEP_MS = 15

interface Bounds {
  readonly first: number
  readonly fewest: number
  readonly most: number
}

/** How many rows a walk handles at a time, by the time that those before took. */
export function createStepSize(
  { first, fewest, most }: Bounds,
  now = () => performance.now(),
): { run<T>(step: (rows: number) => Promise<T>): Promise<T> } {
  let rows = first
  return {
    async run(step) {
      const begun = now()
      try {
        return await step(rows)
      } finally {
        const asMany = (rows * STEP_MS) / Math.max(now() - begun, 1)
        rows = Math.ceil(Math.max(fewest, Math.min(asMany, rows * 2, most)))
      }
    },
  }
}
