import type { Clock } from '../../../platform/clock.ts'

/** Delay between the starts of two attempts, which leaves time for other requests. */
const PACE_MS = 24
/** Concurrent attempts: a handshake mostly waits for the network. */
const AT_ONCE = 8
/** A slower attempt waits for a silent network or proxy, and no longer counts. */
const HOLDS_MS = 1500

/**
 * Connects devices a few at a time and never in step, so that many of them neither block other
 * requests nor come back all at once after an outage of the network.
 */
export function createReconnectQueue(deps: {
  readonly clock: Clock
  readonly random: () => number
  open(deviceId: string): void
  /** Whether the attempt is still under way. */
  isConnecting(deviceId: string): boolean
}) {
  const waiting: string[] = []
  let underWay: { readonly deviceId: string; readonly since: number }[] = []
  let cancel: (() => void) | null = null

  function next(): void {
    cancel = null
    const now = deps.clock.now()
    underWay = underWay.filter(
      ({ deviceId, since }) => now - since < HOLDS_MS && deps.isConnecting(deviceId),
    )
    const deviceId = underWay.length < AT_ONCE ? waiting.shift() : undefined
    if (deviceId !== undefined) {
      deps.open(deviceId)
      underWay.push({ deviceId, since: now })
    } else if (waiting.length === 0) {
      return
    }
    cancel = deps.clock.after(PACE_MS * (0.5 + deps.random()), next)
  }

  return {
    /** A device that is queued already keeps its place. */
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
