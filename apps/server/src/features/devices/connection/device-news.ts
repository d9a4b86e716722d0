import { DomainError } from '../../../platform/errors.ts'
import { CLOSES } from '../closes.ports.ts'
import type { ConnectionState } from './connection-state.ts'
import type { DeviceContext } from './device-context.ts'

export interface DeviceNewsDeps extends DeviceContext {
  onRenamed(deviceId: string): void
  /** The network has set or lifted a limit on its new chats. */
  onLimitsChanged(workspaceId: string, deviceId: string): Promise<void>
}

/** Stores events of a device other than its opening, and notifies its owner. */
export function createDeviceNews(deps: DeviceNewsDeps) {
  const { devices, planLimit, owners, events } = deps

  return {
    async renamed(deviceId: string, name: string): Promise<void> {
      const workspaceId = await owners.of(deviceId)
      if (!workspaceId) return
      // After the name given at opening, which may still be queued.
      await deps.inTurn(workspaceId, () => devices.rename(deviceId, name))
      deps.onRenamed(deviceId)
      events.listChanged(workspaceId, deviceId)
    },

    async forgedKey(deviceId: string): Promise<void> {
      const workspaceId = await owners.of(deviceId)
      if (workspaceId) events.refused(workspaceId, deviceId, new DomainError('contact_key_forged'))
    },

    async limitsChanged(deviceId: string): Promise<void> {
      const workspaceId = await owners.of(deviceId)
      if (!workspaceId) return
      events.listChanged(workspaceId, deviceId)
      await deps.onLimitsChanged(workspaceId, deviceId)
    },

    async closed(deviceId: string, state: ConnectionState): Promise<void> {
      deps.onDisconnected(deviceId)
      if (!planLimit.holdsPlace(deviceId)) planLimit.forget(deviceId)
      const workspaceId = await owners.of(deviceId)
      if (!workspaceId) return
      await devices.markOffline(deviceId, deps.clock.now())
      if (state.kind === 'logged_out') await devices.markLoggedOut(deviceId)
      if (state.kind === 'stopped' && CLOSES[state.close.cause].next === 'yield')
        await devices.setWanted(deviceId, false)
      // A reconnecting device is shown in the list, but is not lost yet.
      if (state.kind === 'connecting' || state.kind === 'waiting')
        events.listChanged(workspaceId, deviceId)
      else await deps.status.afterClosing(workspaceId, deviceId)
    },
  }
}
