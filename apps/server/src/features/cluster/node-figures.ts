import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { NodeFigures } from '@kirim/contract/cluster'
import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'

/** Of two measurements that begin by turns, the older one covers half of it to all of it. */
const COVERED_MS = 5 * 60_000
const RESOLUTION_MS = 20
const NS_PER_MS = 1_000_000
const SLOWEST = 99
const MINUTE_MS = 60_000
/** A minute is counted in so many parts. */
const PARTS = 12

interface FiguresDeps {
  readonly clock: Clock
  memory(): Pick<NodeFigures, 'memory' | 'memoryLimit'>
  /** The devices of this node. */
  devices(): readonly string[]
  isConnected(deviceId: string): boolean
  isSending(deviceId: string): boolean
}

/** What this node measures of itself. */
export function createNodeFigures(deps: FiguresDeps) {
  const { clock } = deps
  const loops = [newLoop(), newLoop()]
  const trips = [newTrips(), newTrips()]
  const left = createLastMinute(clock)
  let cancel = () => {}

  /** The older measurement begins anew, and is the younger from here on. */
  function turn(): void {
    for (const pair of [loops, trips]) {
      pair[0]?.reset()
      pair.reverse()
    }
    cancel = clock.after(COVERED_MS / 2, turn)
  }

  const part: Part = {
    name: 'figures of the node',
    async start() {
      for (const loop of loops) loop.enable()
      cancel = clock.after(COVERED_MS / 2, turn)
    },
    async stop() {
      cancel()
      for (const loop of loops) loop.disable()
    },
  }

  return {
    part,
    /** So many messages have left. */
    sent: left.add,
    /** Does something at the database, which is one trip to it and back. */
    async timed<T>(trip: () => Promise<T>): Promise<T> {
      const began = performance.now()
      try {
        return await trip()
      } finally {
        const tookNs = Math.round((performance.now() - began) * NS_PER_MS)
        for (const histogram of trips) histogram.record(Math.max(1, tookNs))
      }
    },
    now(): NodeFigures {
      const [loop] = loops
      const [trip] = trips
      const devices = deps.devices()
      return {
        ...deps.memory(),
        eventLoopMs: loop ? slowestOf(loop, RESOLUTION_MS) : null,
        databaseMs: trip ? slowestOf(trip, 0) : null,
        connected: devices.filter(deps.isConnected).length,
        sending: devices.filter(deps.isSending).length,
        messagesAMinute: left.count(),
      }
    },
  }
}

/** Of another node, as its beat told them; null when its version tells something else. */
export function readFigures(json: string): NodeFigures | null {
  const read = NodeFigures.safeParse(JSON.parse(json))
  return read.success ? read.data : null
}

const newLoop = () => monitorEventLoopDelay({ resolution: RESOLUTION_MS })

/** Two digits are enough, and take a hundredth of the memory. */
const newTrips = () => createHistogram({ lowest: 1, highest: MINUTE_MS * NS_PER_MS, figures: 2 })

interface Measured {
  readonly count: number
  percentile(percent: number): number
}

/** In whole milliseconds beyond what each took anyway; null before anything was measured. */
function slowestOf(measured: Measured, anyway: number): number | null {
  if (measured.count === 0) return null
  return Math.max(0, Math.round(measured.percentile(SLOWEST) / NS_PER_MS - anyway))
}

/** Counts what happened within the last minute. */
function createLastMinute(clock: Clock) {
  const parts = new Map<number, number>()
  const partNow = () => Math.floor(clock.now() / (MINUTE_MS / PARTS))

  function forgetOld(): void {
    for (const part of parts.keys()) if (part <= partNow() - PARTS) parts.delete(part)
  }

  return {
    add(times: number): void {
      forgetOld()
      parts.set(partNow(), (parts.get(partNow()) ?? 0) + times)
    },
    count(): number {
      forgetOld()
      return [...parts.values()].reduce((sum, times) => sum + times, 0)
    },
  }
}
