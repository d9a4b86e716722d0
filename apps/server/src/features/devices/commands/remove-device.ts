import type { DeviceContext } from '../connection/device-context.ts'
import type { Linking } from '../link/link-device.ts'
import type { LinkedDevice } from '../store/devices.repository.ts'

const LOG_OUT_TIMEOUT_MS = 10_000

export interface RemoveDeviceDeps extends DeviceContext {
  readonly linking: Linking
  /** Throws `device_not_found`. */
  find(userId: string, deviceId: string): Promise<LinkedDevice>
  /** Removes a device on whichever node has it. */
  removeAnywhere(userId: string, deviceId: string): Promise<void>
  /** Withdraws a pending code on any node, or waits until a scanned link is stored. */
  endLinking(userId: string): Promise<void>
  /** Its owner removed it: pending work for it must end. */
  onRemoved(userId: string, deviceId: string): Promise<void>
  /** Deletes its proxy, which is needed until it has logged out. */
  forgetProxy(deviceId: string): Promise<unknown>
  /** Its removal has begun or ended. */
  onLeaving(deviceId: string): void
}

/** Ends links permanently: of one device, or of all devices of a deleted user. */
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
  async function remove(userId: string, deviceId: string): Promise<void> {
    const device = await deps.find(userId, deviceId)
    leaving.add(device.id)
    deps.onLeaving(device.id)
    try {
      await devices.markRemoving(device.id)
      deps.onDisconnected(device.id)
      await deps.onRemoved(userId, device.id)
      await unlink(device)
      await deps.forgetProxy(device.id)
      await devices.markRemoved(device.id)
      // Cancels requests made just before the user was deleted.
      await deps.onRemoved(userId, device.id)
    } finally {
      leaving.delete(device.id)
      deps.onLeaving(device.id)
    }
    planLimit.forget(device.id)
    deps.onDisconnected(device.id)
    await status.afterClosing(userId)
  }

  return {
    remove,

    /** Finishes removals that were cut off, of devices that this node has taken. */
    async resumeRemovals(cutOff: readonly Pick<LinkedDevice, 'id' | 'userId'>[]): Promise<void> {
      for (const { userId, id } of cutOff) {
        owners.keep(id, userId)
        await remove(userId, id).catch((error) => onFault(id, error))
      }
    },

    /** Whether this node is removing the device. */
    isLeaving: (deviceId: string): boolean => leaving.has(deviceId),

    /** Removes all devices of a user who is being deleted, and withdraws a pending QR code. */
    async removeAll(userId: string): Promise<void> {
      await deps.endLinking(userId).catch((err) => onFault('link', err))
      const all = await devices.list(userId)
      await Promise.all(
        all.map(({ id }) => deps.removeAnywhere(userId, id).catch((err) => onFault(id, err))),
      )
    },

    /** Called after the user's rows are deleted: closes open sessions on this node. */
    async forgetOwner(userId: string): Promise<void> {
      linking.cancel(userId)
      for (const deviceId of owners.devicesOf(userId)) {
        owners.forget(deviceId)
        planLimit.forget(deviceId)
        deps.onDisconnected(deviceId)
        await connections.logOut(deviceId).catch((err) => onFault(deviceId, err))
      }
    },
  }
}
