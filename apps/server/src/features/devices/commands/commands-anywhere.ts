import { z } from 'zod'
import type { Log } from '../../../platform/log.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { serveCalls } from '../../../platform/nodes/serve-calls.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import type { Linking } from '../link/link-device.ts'
import type { DeviceList } from '../list/device-list.ts'
import type { DeviceCommands } from './device-commands.ts'

const id = z.string().max(64)
const Nothing = z.void()
/** Nodes of earlier versions call the workspace the user. */
const OfDevice = z.object({ userId: id, deviceId: id })

/** The calls to the node that has a device. */
const DEVICE_CALLS = {
  reconnect: { input: OfDevice, output: Nothing },
  disconnect: { input: OfDevice, output: Nothing },
  remove: { input: OfDevice, output: Nothing },
  /** Its proxy in the database has changed. */
  proxy_changed: { input: z.object({ deviceId: id }), output: Nothing },
}

interface CommandsAnywhereDeps {
  readonly commands: DeviceCommands
  readonly deviceList: DeviceList
  readonly leases: Pick<DeviceLeases, 'where'>
  readonly bus: NodeBus
  readonly calls: NodeCalls
  readonly log: Log
  /** Removes a device of this node. */
  remove(workspaceId: string, deviceId: string): Promise<void>
  /** Withdraws the pending attempt, on whichever node it is. */
  withdraw(workspaceId: string): Promise<ReturnType<Linking['cancel']>>
}

/** Forwards each command to the node that has the device. */
export function createCommandsAnywhere(deps: CommandsAnywhereDeps) {
  const { commands, deviceList, bus } = deps
  const at = serveCalls({ ...deps, where: deps.leases.where }, 'devices', DEVICE_CALLS, {
    reconnect: ({ userId: workspaceId, deviceId }) => commands.reconnect(workspaceId, deviceId),
    disconnect: ({ userId: workspaceId, deviceId }) => commands.disconnect(workspaceId, deviceId),
    remove: ({ userId: workspaceId, deviceId }) => deps.remove(workspaceId, deviceId),
    proxy_changed: ({ deviceId }) => commands.proxyChanged(deviceId),
  })

  /** Runs a command on a device of this user. Throws `device_not_found`. */
  async function ofWorkspace(
    workspaceId: string,
    deviceId: string,
    name: 'reconnect' | 'disconnect' | 'remove',
  ): Promise<void> {
    if (bus.isShared) await deviceList.find(workspaceId, deviceId)
    await at(deviceId, name, { userId: workspaceId, deviceId })
  }

  return {
    /** Reconnects a closed device without a scan. */
    reconnect: (workspaceId: string, deviceId: string): Promise<void> =>
      ofWorkspace(workspaceId, deviceId, 'reconnect'),

    remove: (workspaceId: string, deviceId: string): Promise<void> =>
      ofWorkspace(workspaceId, deviceId, 'remove'),

    /**
     * Closes a device's session but keeps it linked. Without an id: withdraws a pending QR code,
     * otherwise closes the most recently connected device.
     */
    async disconnect(workspaceId: string, deviceId: string | null): Promise<void> {
      if (deviceId) return ofWorkspace(workspaceId, deviceId, 'disconnect')
      if ((await deps.withdraw(workspaceId)) !== 'nothing') return
      const last = bus.isShared ? await deviceList.lastConnected(workspaceId) : null
      await (last
        ? ofWorkspace(workspaceId, last.id, 'disconnect')
        : commands.disconnect(workspaceId, null))
    },

    /** Its proxy has changed. */
    proxyChanged: (deviceId: string): Promise<void> => at(deviceId, 'proxy_changed', { deviceId }),
  }
}
