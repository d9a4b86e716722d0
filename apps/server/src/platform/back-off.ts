/**
 * The delay in milliseconds after this many failures in a row, counted from 0: it doubles from the
 * first delay up to the longest.
 */
export function backOff(faults: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(faults, 30))
}
