/**
 * Detects events missed between loading data and connecting for realtime events. A position
 * consists of the id of the server run and the number of events sent to the user.
 */
let oldestLoaded: string | null = null
let heardFrom: string | null = null
const listeners = new Set<() => void>()

function isBefore(position: string, other: string): boolean {
  const [run, number] = position.split('.')
  const [otherRun, otherNumber] = other.split('.')
  // Positions of different server runs cannot be compared.
  return run !== otherRun || Number(number) < Number(otherNumber)
}

/** From which position on events are heard; null while none are. */
export const listeningFrom = (): string | null => heardFrom

/**
 * Notes the position of a response, which may be older than the first event received, unless the
 * call was made while events were heard already: any server may have answered it then.
 */
export function noteLoaded(position: string, askedFrom: string | null): void {
  if (heardFrom === null) {
    if (oldestLoaded === null || isBefore(position, oldestLoaded)) oldestLoaded = position
  } else if (askedFrom !== heardFrom && isBefore(position, heardFrom)) {
    for (const listener of listeners) listener()
  }
}

/** Notes the position at connect. Returns whether events since the oldest response were missed. */
export function noteConnected(position: string): boolean {
  const missed = oldestLoaded !== null && oldestLoaded !== position
  heardFrom = position
  oldestLoaded = null
  return missed
}

/** Notes that the connection was lost: from here on events may be missed. */
export function noteDisconnected(): void {
  heardFrom = null
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
