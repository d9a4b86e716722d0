/**
 * Whether events were missed between what was loaded and the line that tells of changes. A position
 * is the run of the server and a number that grows with each event of the user.
 */
let oldestLoaded: string | null = null
let heardFrom: string | null = null
const listeners = new Set<() => void>()

function isBefore(position: string, other: string): boolean {
  const [run, number] = position.split('.')
  const [otherRun, otherNumber] = other.split('.')
  // Of another run nothing is known.
  return run !== otherRun || Number(number) < Number(otherNumber)
}

/** An answer is here; it may be older than the first event that the line can have told. */
export function noteLoaded(position: string): void {
  if (heardFrom === null) {
    if (oldestLoaded === null || isBefore(position, oldestLoaded)) oldestLoaded = position
  } else if (isBefore(position, heardFrom)) {
    for (const listener of listeners) listener()
  }
}

/** The line stands; answers whether events since the oldest answer were missed. */
export function noteConnected(position: string): boolean {
  const missed = oldestLoaded !== null && oldestLoaded !== position
  heardFrom = position
  oldestLoaded = null
  return missed
}

/** The line is gone, and with it what it would have told. */
export function noteDisconnected(): void {
  heardFrom = null
  oldestLoaded = null
}

/**
 * Calls back when an answer that came late knows less than the line has told; returns what ends it.
 */
export function onStaleAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
