import { deviceLimitOf } from '@kirim/contract/limits'
import { DomainError } from '../../platform/errors.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { DevicesRepository } from './devices.repository.ts'

export interface PlanLimitDeps {
  readonly devices: DevicesRepository
  readonly connections: DeviceConnections
}

/**
 * Whether the user's plan has room for one more connected device (SPEC §5, §6). `besides` is not
 * counted: the device in question. Returns the refusal, or null.
 */
export async function planRefusal(
  { devices, connections }: PlanLimitDeps,
  userId: string,
  besides?: string,
): Promise<DomainError | null> {
  const plan = await devices.planOf(userId)
  const limit = deviceLimitOf(plan)
  const listed = await devices.list(userId)
  const connected = listed.filter(({ id }) => id !== besides && connections.isConnected(id))
  if (connected.length < limit) return null
  return new DomainError('device_limit_reached', { plan, n: limit })
}
