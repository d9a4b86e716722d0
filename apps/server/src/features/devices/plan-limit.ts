import { deviceLimitOf } from '@kirim/contract/limits'
import { DomainError } from '../../platform/errors.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { PlanOf } from './devices.ports.ts'
import type { DevicesRepository } from './devices.repository.ts'

/** How a connection was requested: a new number, a scan of a listed number, or without a scan. */
export type Asked = 'new_link' | 'new_scan' | 'reconnect'

interface PlanLimitDeps {
  readonly devices: DevicesRepository
  readonly planOf: PlanOf
  readonly connections: DeviceConnections
}

/**
 * Keeps a user's connected devices within the plan [5.connect.limit] [6.limit]. Only requests by
 * people are checked: a device that reconnects by itself stays, even when the plan was lowered.
 * Checks of one user must be serialized, or two could take the same place.
 */
export function createPlanLimit({ devices, planOf, connections }: PlanLimitDeps) {
  /** Requested by a person, and not admitted yet. */
  const asked = new Map<string, Asked>()

  /** Connected or connecting: an admitted device keeps its place when it reconnects. */
  function holdsPlace(deviceId: string): boolean {
    const { kind } = connections.stateOf(deviceId)
    return kind === 'connected' || kind === 'connecting' || kind === 'waiting'
  }

  async function refusal(
    userId: string,
    counts: (deviceId: string) => boolean,
  ): Promise<DomainError | null> {
    const plan = (await planOf(userId)) ?? ''
    const limit = deviceLimitOf(plan)
    const taken = (await devices.list(userId)).filter(({ id }) => holdsPlace(id) && counts(id))
    return taken.length < limit ? null : new DomainError('device_limit_reached', { plan, n: limit })
  }

  return {
    holdsPlace,
    /** Open, and within the plan. */
    isIn: (deviceId: string): boolean => connections.isConnected(deviceId) && !asked.has(deviceId),
    ask: (deviceId: string, how: Asked) => void asked.set(deviceId, how),
    forget: (deviceId: string) => void asked.delete(deviceId),
    /** Why another device cannot be requested, or null. Counts earlier requests, too. */
    refuseAsking: (userId: string) => refusal(userId, () => true),
    /**
     * Admits an open device, or returns why not and how it was requested. Of several requested
     * together, the first gets the place.
     */
    async admit(
      userId: string,
      deviceId: string,
    ): Promise<{ refused: DomainError; how: Asked } | null> {
      const how = asked.get(deviceId)
      if (!how) return null
      const refused = await refusal(userId, (id) => id !== deviceId && !asked.has(id))
      if (refused) return { refused, how }
      asked.delete(deviceId)
      return null
    },
  }
}

export type PlanLimit = ReturnType<typeof createPlanLimit>
