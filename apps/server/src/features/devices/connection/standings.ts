import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import { CLOSES, type Close, type CloseCause } from '../closes.ports.ts'
import type { Health } from '../health/health.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import type { ConnectionState } from './connection-state.ts'
import type { Asked } from './plan-limit.ts'

/** What the node that has a device knows of it beside what is written down. */
export interface DeviceStanding {
  readonly userId: string
  readonly connection: ConnectionState
  /** How a person asked for its connection, until it is admitted. */
  readonly asked: Asked | null
  /** Until when it sends nothing because it asked too much of the network; null otherwise. */
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

/** Whether its owner sees it at once; how well it works is shown when a page asks. */
function looksDifferent(now: DeviceStanding | null, before: DeviceStanding | null): boolean {
  return JSON.stringify({ ...now, health: null }) !== JSON.stringify({ ...before, health: null })
}

export interface StandingsDeps {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly leases: Pick<DeviceLeases, 'of' | 'all'>
  /** As this node knows it. */
  here(deviceId: string): DeviceStanding
  /** Tells the owner's browsers on this node: those on others hear it from the others. */
  listChangedHere(userId: string): void
}

/** How devices stand, wherever they are. */
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
      // The owner's page may have asked just before this was heard.
      if (userId && looksDifferent(now, before)) deps.listChangedHere(userId)
    },
  })

  return {
    part: mirror.part,
    /** Of a device that another node has; null where none tells of it, or this one has it. */
    elsewhere: mirror.of,
    of: (deviceId: string): DeviceStanding => mirror.of(deviceId) ?? deps.here(deviceId),
    restsUntil(deviceId: string): number | null {
      const { restsUntil } = mirror.of(deviceId) ?? deps.here(deviceId)
      return restsUntil !== null && restsUntil > clock.now() ? restsUntil : null
    },
    changed: mirror.changed,
    /** How well a device works has changed. */
    aged: mirror.aged,
    forgetNodes: mirror.forget,
  }
}

export type Standings = ReturnType<typeof createStandings>
