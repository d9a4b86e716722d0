import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import { type DeviceStanding, looksDifferent, StandingElsewhere } from './device-standing.ts'

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
