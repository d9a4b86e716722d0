/**
 * Milliseconds to wait after so many faults in a row, from 0:
 * doubling from the first wait to the longest.
 */
export function backOff(faults: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(faults, 30))
}
