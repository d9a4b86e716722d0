/** At most so many lines above the ground. */
const STEPS_MAX = 4

/** Round numbers from 0 to at least `max`, evenly apart: 0, 50, 100, 150. */
export function ticksUpTo(max: number): number[] {
  const step = stepFor(Math.max(max, 1) / STEPS_MAX)
  const steps = Math.ceil(Math.max(max, 1) / step)
  return Array.from({ length: steps + 1 }, (_, n) => n * step)
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not less; whole numbers only. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const found = [1, 2, 2.5, 5, 10].map((n) => n * power).find((step) => step >= least - 1e-9)
  return Math.max(1, Math.ceil(found ?? 10 * power))
}

/** How many columns share a label, so that labels of this width do not touch. */
export function labelEvery(columns: number, width: number, labelWidth: number): number {
  const fit = Math.max(1, Math.floor(width / labelWidth))
  return Math.max(1, Math.ceil(columns / fit))
}
