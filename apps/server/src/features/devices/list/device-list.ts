import type { Device, DeviceProblem } from '@kirim/contract/devices'
import { type Sight, seesNumber } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { type ConnectionState, isBackSoon } from '../connection/connection-state.ts'
import type { PlanLimit } from '../connection/plan-limit.ts'
import type { Standings } from '../connection/standings.ts'
import type { Health } from '../health/health.ts'
import type { DevicesRepository, LinkedDevice } from '../store/devices.repository.ts'
import { presentDevice, problemOf } from './present-device.ts'

export interface DeviceListDeps {
  readonly devices: DevicesRepository
  readonly planLimit: PlanLimit
  readonly standings: Standings
  readonly clock: Clock
  /** The health of a device, which its node has in memory and others read from the database. */
  healthOf(deviceId: string, isHere: boolean): Promise<Health>
  /** The hosts of the proxies that a workspace's devices connect through. */
  proxyHostsOf(workspaceId: string): Promise<ReadonlyMap<string, string>>
}

/** A workspace's devices with their status, on whichever node they are. */
export function createDeviceList(deps: DeviceListDeps) {
  const { devices, planLimit, standings, clock } = deps

  return {
    /** Throws `device_not_found`. */
    async find(workspaceId: string, deviceId: string): Promise<LinkedDevice> {
      const device = await devices.find(workspaceId, deviceId)
      if (!device) throw new DomainError('device_not_found')
      return device
    },

    /** The devices that are seen. */
    async list(sight: Sight): Promise<Device[]> {
      const proxyHosts = await deps.proxyHostsOf(sight.workspaceId)
      const all = await devices.list(sight.workspaceId)
      const listed = all.filter(({ id }) => seesNumber(sight, id))
      return Promise.all(
        listed.map(async (device) =>
          presentDevice(device, planLimit, {
            ...standings.of(device.id),
            health: await deps.healthOf(device.id, standings.elsewhere(device.id) === null),
            proxyHost: proxyHosts.get(device.id) ?? null,
            restsUntil: standings.restsUntil(device.id),
            now: clock.now(),
          }),
        ),
      )
    },

    async lastConnected(workspaceId: string): Promise<LinkedDevice | null> {
      const connected = (await devices.list(workspaceId)).filter(({ id }) => planLimit.isIn(id))
      return connected.sort((a, b) => (b.connectedAt ?? 0) - (a.connectedAt ?? 0))[0] ?? null
    },

    /** Not meaningful for an unlinked device. */
    connectionOf(deviceId: string): Connection {
      if (planLimit.isIn(deviceId)) return 'connected'
      return connectionShown(standings.of(deviceId).connection)
    },

    /** Why it is not connected, when its owner should know. */
    problemOf: (deviceId: string): DeviceProblem | null =>
      problemOf(standings.of(deviceId).connection),

    /** Whether it is connected, or will be in a moment. */
    isExpected: (deviceId: string): boolean =>
      planLimit.isIn(deviceId) || isBackSoon(standings.of(deviceId).connection),

    isBeingRemoved: (deviceId: string): boolean => standings.of(deviceId).isBeingRemoved,
  }
}

export type DeviceList = ReturnType<typeof createDeviceList>

/**
 * `connecting` and `banned_for_now` reconnect by themselves. `banned` and `refused` need an action
 * of the owner first.
 */
type Connection =
  | 'connected'
  | 'connecting'
  | 'disconnected'
  | 'banned'
  | 'banned_for_now'
  | 'refused'

/** The status of a device that is not connected, or that exceeds its plan. */
export function connectionShown(state: ConnectionState): Connection {
  switch (state.kind) {
    case 'connected':
      return 'connecting'
    case 'connecting':
    case 'waiting':
      return state.close?.cause === 'banned_until' ? 'banned_for_now' : 'connecting'
    case 'stopped':
      // A session replaced by another client reconnects when its owner asks.
      if (state.close.cause === 'replaced') return 'disconnected'
      return state.close.cause === 'banned' ? 'banned' : 'refused'
    case 'idle':
    case 'logged_out':
      return 'disconnected'
  }
}
