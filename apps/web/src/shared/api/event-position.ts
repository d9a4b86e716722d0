/**
 * Detects events missed between loading data and connecting for realtime events. A position
 * consists of the id of the server run and the number of events sent to the user.
 */
let oldestLoaded: string | null = null
let connectedAt: string | null = null
const listeners = new Set<() => void>()

function isBefore(position: string, other: string): boolean {
  const [run, number] = position.split('.')
  const [otherRun, otherNumber] = other.split('.')
  // Positions of different server runs cannot be compared.
  return run !== otherRun || Number(number) < Number(otherNumber)
}

/** The position at which the current connection started; null while disconnected. */
export const listeningFrom = (): string | null => connectedAt

/**
 * Notes the position of a response, which may be older than the first event received. A call made
 * on the current connection misses nothing, whichever server answers it.
 */
export function noteLoaded(position: string, askedFrom: string | null): void {
  if (connectedAt === null) {
    if (oldestLoaded === null || isBefore(position, oldestLoaded)) oldestLoaded = position
  } else if (askedFrom !== connectedAt && isBefore(position, connectedAt)) {
    for (const listener of listeners) listener()
  }
}

/** Notes the position at connect. Returns whether events since the oldest response were missed. */
export function noteConnected(position: string): boolean {
  const missed = oldestLoaded !== null && oldestLoaded !== position
  connectedAt = position
  oldestLoaded = null
  return missed
}

/** Notes that the connection was lost; events may be missed from now on. */
export function noteDisconnected(): void {
  connectedAt = null
  oldestLoaded = null
}

/**
 * Subscribes to responses that are older than the connection's position. Returns the unsubscribe
 * function.
 */
export function onStaleAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
