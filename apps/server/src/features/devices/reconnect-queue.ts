import type { Clock } from '../../platform/clock.ts'

/** A pause between two, because opening a session takes CPU time. */
const PACE_MS = 80

/**
 * Connects devices one by one, so that many of them neither block other requests nor come back all
 * at once after an outage of the network.
 */
export function createReconnectQueue(deps: {
  readonly clock: Clock
  readonly random: () => number
  open(deviceId: string): void
}) {
  const waiting: string[] = []
  let cancel: (() => void) | null = null

  function next(): void {
    cancel = null
    const deviceId = waiting.shift()
    if (deviceId === undefined) return
    deps.open(deviceId)
    cancel = deps.clock.after(PACE_MS * (0.5 + deps.random()), next)
  }

  return {
    /** Whoever waits already keeps their place. */
    add(deviceIds: readonly string[]): void {
      waiting.push(...deviceIds.filter((id) => !waiting.includes(id)))
      if (!cancel) next()
    },
    stop(): void {
      waiting.length = 0
      cancel?.()
      cancel = null
    },
  }
}

export type ReconnectQueue = ReturnType<typeof createReconnectQueue>
