import { DomainError } from '../../../platform/errors.ts'
import type { DeviceContext } from '../connection/device-context.ts'
import type { ReconnectQueue } from '../connection/reconnect-queue.ts'
import type { SessionLimit } from '../connection/request-limits.ts'
import type { DeviceList } from '../list/device-list.ts'

interface DeviceCommandsDeps extends DeviceContext {
  readonly sessionLimit: SessionLimit
  readonly deviceList: DeviceList
  readonly reconnects: ReconnectQueue
  /** Something has changed that its owner sees. */
  onChanged(deviceId: string): Promise<void>
}

/** Connects and closes devices on this node. */
export function createDeviceCommands(deps: DeviceCommandsDeps) {
  const { devices, connections, planLimit, deviceList, events, status, inTurn } = deps

  function isUnderWay(deviceId: string): boolean {
    const { kind } = connections.stateOf(deviceId)
    return kind === 'connected' || kind === 'connecting'
  }

  return {
    async reconnect(workspaceId: string, deviceId: string): Promise<void> {
      await inTurn(workspaceId, async () => {
        const device = await deviceList.find(workspaceId, deviceId)
        if (device.loggedOut) throw new DomainError('device_needs_scan')
        // A reconnecting device already counts for the plan, and only reconnects sooner.
        const isNew = !planLimit.holdsPlace(deviceId)
        const refusal = isNew ? await planLimit.refuseAnother(workspaceId) : null
        if (refusal) {
          events.status(workspaceId, deviceId, 'limit_reached')
          throw refusal
        }
        if (!isUnderWay(deviceId)) await deps.sessionLimit.admit(workspaceId)
        if (isNew) {
          await devices.setWanted(deviceId, true)
          planLimit.noteRequest(deviceId, 'reconnect')
        }
        await connections.connect(deviceId)
        events.listChanged(workspaceId, deviceId)
      })
    },

    /** Without an id: the most recently connected device of this node. */
    async disconnect(workspaceId: string, deviceId: string | null): Promise<void> {
      await inTurn(workspaceId, async () => {
        const device = deviceId
          ? await deviceList.find(workspaceId, deviceId)
          : await deviceList.lastConnected(workspaceId)
        if (!device) throw new DomainError('no_session_to_disconnect')
        await devices.setWanted(device.id, false)
        await connections.disconnect(device.id)
        await devices.markOffline(device.id, deps.clock.now())
        planLimit.forget(device.id)
        deps.onDisconnected(device.id)
        await status.afterClosing(workspaceId, device.id)
      })
    },

    async proxyChanged(deviceId: string): Promise<void> {
      await connections.restart(deviceId)
      await deps.onChanged(deviceId)
    },

    /** Reopens devices that the network refused as too old, once. */
    async newerClient(): Promise<void> {
      const deviceIds = await connections.newerClient()
      // Another device may have its place in the plan by now.
      for (const deviceId of deviceIds) planLimit.noteRequest(deviceId, 'reconnect')
      deps.reconnects.add(deviceIds)
      await Promise.all(deviceIds.map(deps.onChanged))
    },
  }
}

export type DeviceCommands = ReturnType<typeof createDeviceCommands>
