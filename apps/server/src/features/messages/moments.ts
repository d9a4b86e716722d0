/** A clock that is set back by more is followed at once. */
const AHEAD_MAX_MS = 1000

/** Moments that differ, whatever the clock says: messages of a chat are answered in their order. */
export function createMoments() {
  let last = Number.NEGATIVE_INFINITY
  return (now: number): number => {
    last = now > last || last - now > AHEAD_MAX_MS ? now : last + 1
    return last
  }
}
