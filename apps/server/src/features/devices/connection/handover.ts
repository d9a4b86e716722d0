import type { Part } from '../../../platform/lifecycle.ts'
import type { TakenDevice } from '../leases/leases.repository.ts'
import type { DeviceContext } from './device-context.ts'
import type { ReconnectQueue } from './reconnect-queue.ts'

export interface HandoverDeps extends DeviceContext {
  readonly reconnects: ReconnectQueue
  /** Finishes removals that were cut off. */
  resumeRemovals(cutOff: readonly TakenDevice[]): Promise<void>
  /** Resolves once nothing more is sent over a disconnecting device. */
  onLeft(deviceId: string): Promise<void>
  /** The device has come from another node while this one was running. */
  onTaken(deviceId: string): Promise<void>
}

/** Starts the work for each device that this node takes, and stops it when the node gives it up. */
export function createHandover(deps: HandoverDeps) {
  const { connections, planLimit, owners, reconnects } = deps
  /** Devices taken before the server answers requests; null from then on. */
  let early: { readonly toComeBack: string[]; readonly cutOff: TakenDevice[] } | null = {
    toComeBack: [],
    cutOff: [],
  }

  /** The node has got the lease: the device shows as reconnecting if its owner wants it. */
  async function take(device: TakenDevice): Promise<void> {
    const { id, workspaceId, comesBack, removing } = device
    owners.keep(id, workspaceId)
    if (!early) {
      connections.expectLateSignIn(id)
      await deps.onTaken(id)
    }
    if (comesBack) {
      await connections.markReconnecting(id)
      if (early) early.toComeBack.push(id)
      else reconnects.add([id])
    }
    if (removing && early) early.cutOff.push(device)
    else if (removing) resumeRemovals([device])
  }

  function resumeRemovals(cutOff: readonly TakenDevice[]): void {
    deps.resumeRemovals(cutOff).catch((error: unknown) => deps.onFault('removals', error))
  }

  /** Stops all work for a device that moves to another node; it stays linked. */
  async function release(deviceId: string): Promise<void> {
    deps.onDisconnected(deviceId)
    await deps.onLeft(deviceId)
    await connections.forget(deviceId)
    planLimit.forget(deviceId)
    owners.forget(deviceId)
  }

  /** Connects the early ones; started once the server answers requests. */
  const reconnecting: Part = {
    name: 'devices coming back',
    async start() {
      const { toComeBack = [], cutOff = [] } = early ?? {}
      early = null
      reconnects.add(toComeBack)
      resumeRemovals(cutOff)
    },
    stop: async () => reconnects.stop(),
  }

  /** Whether devices will connect as soon as the server answers requests. */
  const someComeBack = () => early !== null && early.toComeBack.length > 0

  return { take, release, reconnecting, someComeBack }
}
