import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import { CLOSES, type Close, type CloseCause } from '../closes.ports.ts'
import type { Health } from '../health/health.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import type { ConnectionState } from './connection-state.ts'
import type { ConnectRequest } from './plan-limit.ts'

/** The state of a device that its node has in memory, not in the database. */
export interface DeviceStanding {
  readonly userId: string
  readonly connection: ConnectionState
  /** The pending request of its connection, until it is admitted. */
  readonly asked: ConnectRequest | null
  /** Until when sending pauses because the network rate-limits it; null otherwise. */
  readonly restsUntil: number | null
  readonly isQuiet: boolean
  readonly isBeingRemoved: boolean
  readonly health: Health
}

const moment = z.nullable(z.number())

const AnyClose: z.ZodType<Close> = z.object({
  cause: z.enum(Object.keys(CLOSES) as CloseCause[]),
  code: z.nullable(z.number()),
  until: moment,
})

const tries = { attempt: z.number(), close: z.nullable(AnyClose) }

const Connection: z.ZodType<ConnectionState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('connecting'), ...tries }),
  z.object({ kind: z.literal('connected'), attempt: z.number(), since: z.number() }),
  z.object({ kind: z.literal('waiting'), ...tries, nextTryAt: z.optional(z.number()) }),
  z.object({ kind: z.literal('stopped'), close: AnyClose }),
  z.object({ kind: z.literal('logged_out') }),
])

const StandingElsewhere: z.ZodType<DeviceStanding> = z.object({
  userId: z.string().max(64),
  connection: Connection,
  asked: z.nullable(z.enum(['new_link', 'new_scan', 'reconnect'])),
  restsUntil: moment,
  isQuiet: z.boolean(),
  isBeingRemoved: z.boolean(),
  health: z.object({
    lastInAt: moment,
    lastOutAt: moment,
    unreadable: z.number(),
    unreadableSince: moment,
    preKeysLeft: moment,
    latencyMs: moment,
  }),
})

/** Whether pages must refresh now; health alone is read when a page asks. */
function looksDifferent(now: DeviceStanding | null, before: DeviceStanding | null): boolean {
  return JSON.stringify({ ...now, health: null }) !== JSON.stringify({ ...before, health: null })
}

export interface StandingsDeps {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly leases: Pick<DeviceLeases, 'of' | 'all'>
  /** The standing of a device on this node. */
  here(deviceId: string): DeviceStanding
  /** Notifies the owner's browsers on this node only; each node notifies its own. */
  listChangedHere(userId: string): void
}

/** The standings of devices on all nodes. */
export function createStandings(deps: StandingsDeps) {
  const { clock, leases } = deps
  const mirror = createMirror<DeviceStanding>({
    ...deps,
    topic: 'devices_here',
    value: StandingElsewhere,
    keys: leases.all,
    rankOf: leases.of,
    valueOf: deps.here,
    onHeard(_deviceId, now, before) {
      const { userId } = now ?? before ?? {}
      // The owner's page may have loaded just before this arrived.
      if (userId && looksDifferent(now, before)) deps.listChangedHere(userId)
    },
  })

  return {
    part: mirror.part,
    /** The standing of a device on another node; null if none reports it, or this one has it. */
    elsewhere: mirror.of,
    of: (deviceId: string): DeviceStanding => mirror.of(deviceId) ?? deps.here(deviceId),
    restsUntil(deviceId: string): number | null {
      const { restsUntil } = mirror.of(deviceId) ?? deps.here(deviceId)
      return restsUntil !== null && restsUntil > clock.now() ? restsUntil : null
    },
    changed: mirror.changed,
    /** Only the health of a device has changed. */
    aged: mirror.aged,
    forgetNodes: mirror.forget,
  }
}

export type Standings = ReturnType<typeof createStandings>
