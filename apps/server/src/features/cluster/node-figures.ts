import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { NodeFigures } from '@kirim/contract/cluster'
import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'

/** After this time the measurements start again. */
const COVERED_MS = 5 * 60_000
const RESOLUTION_MS = 20
const NS_PER_MS = 1_000_000
const SLOWEST = 99
const MINUTE_MS = 60_000

interface FiguresDeps {
  readonly clock: Clock
  memory(): Pick<NodeFigures, 'memory' | 'memoryLimit'>
  /** The devices of this node. */
  devices(): readonly string[]
  isConnected(deviceId: string): boolean
  isSending(deviceId: string): boolean
}

/** The figures that this node measures of itself. */
export function createNodeFigures(deps: FiguresDeps) {
  const { clock } = deps
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  // Two significant digits need a hundredth of the memory of three.
  const trips = createHistogram({ lowest: 1, highest: MINUTE_MS * NS_PER_MS, figures: 2 })
  /** When each message of the last minute was sent. */
  let departures: number[] = []
  let cancel = () => {}

  function restart(): void {
    loop.reset()
    trips.reset()
    cancel = clock.after(COVERED_MS, restart)
  }

  function forgetOld(): void {
    departures = departures.filter((at) => at > clock.now() - MINUTE_MS)
  }

  const part: Part = {
    name: 'figures of the node',
    async start() {
      loop.enable()
      restart()
    },
    async stop() {
      cancel()
      loop.disable()
    },
  }

  return {
    part,
    /** Counts sent messages. */
    sent(messages: number): void {
      forgetOld()
      for (let remaining = messages; remaining > 0; remaining--) departures.push(clock.now())
    },
    /** Measures a round trip to the database. */
    async timed<T>(trip: () => Promise<T>): Promise<T> {
      const startedAt = performance.now()
      try {
        return await trip()
      } finally {
        const tookNs = Math.round((performance.now() - startedAt) * NS_PER_MS)
        trips.record(Math.max(1, tookNs))
      }
    },
    now(): NodeFigures {
      forgetOld()
      const devices = deps.devices()
      return {
        ...deps.memory(),
        eventLoopMs: slowestOf(loop, RESOLUTION_MS),
        databaseMs: slowestOf(trips, 0),
        connected: devices.filter(deps.isConnected).length,
        sending: devices.filter(deps.isSending).length,
        messagesAMinute: departures.length,
      }
    },
  }
}

/** The figures in the heartbeat of another node; null if its version writes another format. */
export function readFigures(json: string): NodeFigures | null {
  const read = NodeFigures.safeParse(JSON.parse(json))
  return read.success ? read.data : null
}

interface Measurement {
  readonly count: number
  percentile(percent: number): number
}

/** The 99th percentile in whole milliseconds, minus `floorMs`; null before anything is measured. */
function slowestOf(measurement: Measurement, floorMs: number): number | null {
  if (measurement.count === 0) return null
  return Math.max(0, Math.round(measurement.percentile(SLOWEST) / NS_PER_MS - floorMs))
}
