import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import { ConnectionState } from './connection-state.ts'

/** The state of a device that its node has in memory, not in the database. */
const DeviceStanding = z.object({
  /** The workspace, as nodes of earlier versions call it. */
  userId: z.string().max(64),
  connection: ConnectionState,
  /** The pending request of its connection, until it is admitted. */
  request: z.nullable(z.enum(['new_link', 'new_scan', 'reconnect'])).default(null),
  /** Until when sending pauses because the network rate-limits it; null otherwise. */
  restsUntil: z.nullable(z.number()),
  isQuiet: z.boolean(),
  isBeingRemoved: z.boolean(),
})
export type DeviceStanding = Readonly<z.infer<typeof DeviceStanding>>

export interface StandingsDeps {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly leases: Pick<DeviceLeases, 'of' | 'all'>
  /** The standing of a device on this node. */
  here(deviceId: string): DeviceStanding
  /** Notifies the owner's browsers on this node only; each node notifies its own. */
  listChangedHere(workspaceId: string, deviceId: string): void
}

/** The standings of devices on all nodes. */
export function createStandings(deps: StandingsDeps) {
  const { clock, leases } = deps
  const mirror = createMirror<DeviceStanding>({
    ...deps,
    topic: 'devices_here',
    value: DeviceStanding,
    keys: leases.all,
    rankOf: leases.of,
    valueOf: deps.here,
    onRemoteChange(deviceId, now, before) {
      const { userId: workspaceId } = now ?? before ?? {}
      // The owner's page may have loaded just before this arrived.
      if (workspaceId && JSON.stringify(now) !== JSON.stringify(before))
        deps.listChangedHere(workspaceId, deviceId)
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
    forgetNodes: mirror.forget,
  }
}

export type Standings = ReturnType<typeof createStandings>
