import type { DeviceContext } from '../connection/device-context.ts'
import type { Linking } from '../link/link-device.ts'
import type { LinkedDevice } from '../store/devices.repository.ts'

const LOG_OUT_TIMEOUT_MS = 10_000

export interface RemoveDeviceDeps extends DeviceContext {
  readonly linking: Linking
  /** Throws `device_not_found`. */
  find(workspaceId: string, deviceId: string): Promise<LinkedDevice>
  /** Removes a device on whichever node has it. */
  removeAnywhere(workspaceId: string, deviceId: string): Promise<void>
  /** Withdraws a pending code on any node, or waits until a scanned link is stored. */
  endLinking(workspaceId: string): Promise<void>
  /** Its owner removed it: pending work for it must end. */
  onRemoved(workspaceId: string, deviceId: string): Promise<void>
  /** Deletes its proxy, which is needed until it has logged out. */
  forgetProxy(deviceId: string): Promise<unknown>
  /** Its removal has begun or ended. */
  onLeaving(deviceId: string): void
}

/** Ends links permanently: of one device, or of all devices of a deleted workspace. */
export function createRemoveDevice(deps: RemoveDeviceDeps) {
  const { devices, connections, planLimit, status, linking, owners, onFault } = deps
  /** Being removed: the network may take some seconds to answer. */
  const leaving = new Set<string>()

  async function unlink(device: LinkedDevice): Promise<void> {
    if (device.loggedOut) return
    if (!connections.isConnected(device.id))
      await connections.openBriefly(device.id, LOG_OUT_TIMEOUT_MS)
    await connections.logOut(device.id).catch((err) => onFault(device.id, err))
  }

  /** Logs out of the network if it can be reached, and deletes everything of the link. */
  async function remove(workspaceId: string, deviceId: string): Promise<void> {
    const device = await deps.find(workspaceId, deviceId)
    leaving.add(device.id)
    deps.onLeaving(device.id)
    try {
      await devices.markRemoving(device.id)
      deps.onDisconnected(device.id)
      await deps.onRemoved(workspaceId, device.id)
      await unlink(device)
      await deps.forgetProxy(device.id)
      await devices.markRemoved(device.id)
      // Cancels requests made just before the workspace was deleted.
      await deps.onRemoved(workspaceId, device.id)
    } finally {
      leaving.delete(device.id)
      deps.onLeaving(device.id)
    }
    planLimit.forget(device.id)
    deps.onDisconnected(device.id)
    await status.afterClosing(workspaceId, deviceId)
  }

  return {
    remove,

    /** Finishes removals that were cut off, of devices that this node has taken. */
    async resumeRemovals(
      cutOff: readonly Pick<LinkedDevice, 'id' | 'workspaceId'>[],
    ): Promise<void> {
      for (const { workspaceId, id } of cutOff) {
        owners.keep(id, workspaceId)
        await remove(workspaceId, id).catch((error) => onFault(id, error))
      }
    },

    /** Whether this node is removing the device. */
    isLeaving: (deviceId: string): boolean => leaving.has(deviceId),

    /**
     * Removes all devices of a workspace that is being deleted, and withdraws a pending QR code.
     */
    async removeAll(workspaceId: string): Promise<void> {
      await deps.endLinking(workspaceId).catch((err) => onFault('link', err))
      const all = await devices.list(workspaceId)
      await Promise.all(
        all.map(({ id }) => deps.removeAnywhere(workspaceId, id).catch((err) => onFault(id, err))),
      )
    },

    /** Called after the workspace's rows are deleted: closes open sessions on this node. */
    async forgetOwner(workspaceId: string): Promise<void> {
      linking.cancel(workspaceId)
      for (const deviceId of owners.devicesOf(workspaceId)) {
        owners.forget(deviceId)
        planLimit.forget(deviceId)
        deps.onDisconnected(deviceId)
        await connections.logOut(deviceId).catch((err) => onFault(deviceId, err))
      }
    },
  }
}
