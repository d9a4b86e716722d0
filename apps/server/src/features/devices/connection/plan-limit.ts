import { deviceLimitOf } from '@kirim/contract/limits'
import { DomainError } from '../../../platform/errors.ts'
import type { PlanOf } from '../devices.ports.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'
import type { ConnectionState } from './connection-state.ts'
import type { DeviceConnections } from './device-connections.ts'

/** How a connection was requested: a new number, a scan of a listed number, or without a scan. */
export type Asked = 'new_link' | 'new_scan' | 'reconnect'

interface PlanLimitDeps {
  readonly devices: DevicesRepository
  readonly planOf: PlanOf
  readonly connections: Pick<DeviceConnections, 'stateOf'>
  /** Of a device that another node has. */
  elsewhere(
    deviceId: string,
  ): { readonly connection: ConnectionState; readonly asked: Asked | null } | null
  /** How it was asked for has changed. */
  onAsked(deviceId: string): void
}

/**
 * Keeps a user's connected devices within the plan [5.connect.limit] [6.limit]. Only requests by
 * people are checked: a device that reconnects by itself stays, even when the plan was lowered.
 * Checks of one user must be serialized, or two could take the same place; who is admitted is
 * written down by then, for another node has not heard of it yet.
 */
export function createPlanLimit(deps: PlanLimitDeps) {
  const { devices, planOf, connections, elsewhere } = deps
  /** Requested by a person, and not admitted yet. */
  const asked = new Map<string, Asked>()

  const stateOf = (deviceId: string) =>
    elsewhere(deviceId)?.connection ?? connections.stateOf(deviceId)

  function askedOf(deviceId: string): Asked | null {
    const other = elsewhere(deviceId)
    return other ? other.asked : (asked.get(deviceId) ?? null)
  }

  /** Connected or connecting: an admitted device keeps its place when it reconnects. */
  function holdsPlace(deviceId: string): boolean {
    const { kind } = stateOf(deviceId)
    return kind === 'connected' || kind === 'connecting' || kind === 'waiting'
  }

  function forget(deviceId: string): void {
    if (asked.delete(deviceId)) deps.onAsked(deviceId)
  }

  async function refusal(
    userId: string,
    counts: (deviceId: string) => boolean,
  ): Promise<DomainError | null> {
    const plan = (await planOf(userId)) ?? ''
    const limit = deviceLimitOf(plan)
    const taken = (await devices.list(userId)).filter(
      ({ id, isConnectedElsewhere }) => (isConnectedElsewhere || holdsPlace(id)) && counts(id),
    )
    return taken.length < limit ? null : new DomainError('device_limit_reached', { plan, n: limit })
  }

  return {
    holdsPlace,
    /** Open, and within the plan. */
    isIn: (deviceId: string): boolean =>
      stateOf(deviceId).kind === 'connected' && askedOf(deviceId) === null,
    /** Of a device that this node has. */
    asked: (deviceId: string): Asked | null => asked.get(deviceId) ?? null,
    ask(deviceId: string, how: Asked): void {
      asked.set(deviceId, how)
      deps.onAsked(deviceId)
    },
    forget,
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
      const refused = await refusal(userId, (id) => id !== deviceId && askedOf(id) === null)
      if (refused) return { refused, how }
      forget(deviceId)
      return null
    },
  }
}

export type PlanLimit = ReturnType<typeof createPlanLimit>
