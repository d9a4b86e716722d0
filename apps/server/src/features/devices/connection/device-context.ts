import type { Clock } from '../../../platform/clock.ts'
import type { KeyedLock } from '../../../platform/lock.ts'
import type { DevicesEvents } from '../devices.events.ts'
import type { DeviceOwners } from '../store/device-owners.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { OverallStatus } from './overall-status.ts'
import type { PlanLimit } from './plan-limit.ts'

/** What the parts of the device service share on one node. */
export interface DeviceContext {
  readonly devices: DevicesRepository
  readonly connections: DeviceConnections
  readonly planLimit: PlanLimit
  readonly owners: DeviceOwners
  readonly events: DevicesEvents
  readonly status: OverallStatus
  /** Serializes by workspace. */
  readonly inTurn: KeyedLock
  readonly clock: Clock
  /** A device can send from now on. */
  onConnected(deviceId: string): void
  onDisconnected(deviceId: string): void
  onFault(deviceId: string, error: unknown): void
}
