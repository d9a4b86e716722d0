import { deviceLimitOf } from '@kirim/contract/limits'
import { DomainError } from '../../../platform/errors.ts'
import type { PlanOf } from '../devices.ports.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'
import type { ConnectionState } from './connection-state.ts'
import type { DeviceConnections } from './device-connections.ts'

/** How a connection was requested: a new number, a scan of a listed number, or without a scan. */
export type ConnectRequest = 'new_link' | 'new_scan' | 'reconnect'

interface PlanLimitDeps {
  readonly devices: DevicesRepository
  readonly planOf: PlanOf
  readonly connections: Pick<DeviceConnections, 'stateOf'>
  /** The state of a device on another node; null if this node has it. */
  elsewhere(
    deviceId: string,
  ): { readonly connection: ConnectionState; readonly request: ConnectRequest | null } | null
  /** The pending request of a device has changed. */
  onRequestChanged(deviceId: string): void
}

/**
 * Keeps a workspace's connected devices within the plan [5.connect.limit] [6.limit]. Only requests
 * by people are checked: a device that reconnects by itself stays, even when the plan was lowered.
 * Checks of one workspace must be serialized, or two could take the same place. An admitted device
 * must be stored within the same lock, because other nodes learn of it later.
 */
export function createPlanLimit(deps: PlanLimitDeps) {
  const { devices, planOf, connections, elsewhere } = deps
  /** Requests by people, until the device is admitted. */
  const requests = new Map<string, ConnectRequest>()

  const stateOf = (deviceId: string) =>
    elsewhere(deviceId)?.connection ?? connections.stateOf(deviceId)

  function anyRequestOf(deviceId: string): ConnectRequest | null {
    const other = elsewhere(deviceId)
    return other ? other.request : (requests.get(deviceId) ?? null)
  }

  /** Connected or connecting: an admitted device keeps its place when it reconnects. */
  function holdsPlace(deviceId: string): boolean {
    const { kind } = stateOf(deviceId)
    return kind === 'connected' || kind === 'connecting' || kind === 'waiting'
  }

  function forget(deviceId: string): void {
    if (requests.delete(deviceId)) deps.onRequestChanged(deviceId)
  }

  async function refusal(
    workspaceId: string,
    counts: (deviceId: string) => boolean,
  ): Promise<DomainError | null> {
    const plan = (await planOf(workspaceId)) ?? ''
    const limit = deviceLimitOf(plan)
    const occupied = (await devices.list(workspaceId)).filter(
      ({ id, isConnectedElsewhere }) => (isConnectedElsewhere || holdsPlace(id)) && counts(id),
    )
    return occupied.length < limit
      ? null
      : new DomainError('device_limit_reached', { plan, n: limit })
  }

  return {
    holdsPlace,
    /** Open, and within the plan. */
    isIn: (deviceId: string): boolean =>
      stateOf(deviceId).kind === 'connected' && anyRequestOf(deviceId) === null,
    /** The pending request of a device on this node. */
    requestOf: (deviceId: string): ConnectRequest | null => requests.get(deviceId) ?? null,
    noteRequest(deviceId: string, how: ConnectRequest): void {
      requests.set(deviceId, how)
      deps.onRequestChanged(deviceId)
    },
    forget,
    /** Why another device cannot be requested, or null. Counts earlier requests, too. */
    refuseAnother: (workspaceId: string) => refusal(workspaceId, () => true),
    /**
     * Admits an open device, or returns why not and how it was requested. Of several requested
     * together, the first gets the place.
     */
    async admit(
      workspaceId: string,
      deviceId: string,
    ): Promise<{ refused: DomainError; how: ConnectRequest } | null> {
      const how = requests.get(deviceId)
      if (!how) return null
      const refused = await refusal(
        workspaceId,
        (id) => id !== deviceId && anyRequestOf(id) === null,
      )
      if (refused) return { refused, how }
      forget(deviceId)
      return null
    },
  }
}

export type PlanLimit = ReturnType<typeof createPlanLimit>
