import { createServerSettings } from '../features/accounts/server-settings.ts'
import { createSessionLimit } from '../features/devices/connection/request-limits.ts'
import { createDeviceService } from '../features/devices/device-service.ts'
import { devicesRealtime, devicesRoutes } from '../features/devices/devices.routes.ts'
import { createDeviceHealth } from '../features/devices/health/device-health.ts'
import { createHealthRepository } from '../features/devices/health/health.repository.ts'
import type { DeviceLeases } from '../features/devices/leases/device-leases.ts'
import { createNewChatsRepository } from '../features/devices/new-chats/new-chats.repository.ts'
import { devicePaceRoutes } from '../features/devices/pace/device-pace.routes.ts'
import { deviceProxyRoutes } from '../features/devices/proxy/device-proxy.routes.ts'
import { createDevicesRepository } from '../features/devices/store/devices.repository.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Network } from './outgoing.ts'
import type { Rooms } from './rooms.ts'

/** Wires linked numbers; campaigns and chatbots are notified of changes. */
export function wireDevices(
  base: Base,
  { planOf }: Accounts,
  network: Network,
  { rooms, leases }: { rooms: Rooms; leases: DeviceLeases },
) {
  const { proxies } = network
  const health = createDeviceHealth({
    ...base,
    repository: createHealthRepository(base.db),
    probe: network,
    onQuiet: (deviceId) => {
      devices.changed(deviceId).catch((err: unknown) => {
        base.log.error({ err, deviceId }, 'that a number is quiet was not told')
      })
    },
    onChanged: (deviceId) => devices.standings.aged(deviceId),
  })
  const sessionLimit = createSessionLimit(base.limits, base.config.linkLimit)
  const devices = createDeviceService({
    ...base,
    sessionLimit,
    healthOf: health.of,
    isQuiet: health.isQuiet,
    devices: createDevicesRepository(base.db, base.box, base.nodeId),
    planOf,
    leases,
    proxyHostsOf: proxies.hostsOf,
    forgetProxy: proxies.remove,
    network,
    newChats: createNewChatsRepository(base.db),
    onLimitsChanged: (...about) => rooms.campaigns().limitsChanged(...about),
    restsUntil: (deviceId) => rooms.outgoing().restsUntil(deviceId),
    onConnected: (deviceId) => {
      rooms.campaigns().deviceConnected(deviceId)
      rooms.chatbots().deviceConnected(deviceId)
      rooms.optOuts().deviceConnected(deviceId)
      rooms.manners().deviceConnected(deviceId)
    },
    onDisconnected: (deviceId) => {
      rooms.campaigns().deviceDisconnected(deviceId)
      rooms.chatbots().deviceDisconnected(deviceId)
      rooms.optOuts().deviceDisconnected(deviceId)
      rooms.manners().deviceDisconnected(deviceId)
    },
    onTaken: health.take,
    onLeft: async (deviceId) => {
      await rooms.campaigns().deviceLeft(deviceId)
      await health.letGo(deviceId)
    },
    listChangedHere: (userId) => base.realtimeServer.toUserHere(userId, 'devices_changed'),
    onRenamed: (deviceId) => rooms.chatbots().deviceRenamed(deviceId),
    onRemoved: async (userId, deviceId) => {
      await rooms.campaigns().deviceRemoved(userId, deviceId)
      await rooms.chatbots().deviceRemoved(deviceId)
      await rooms.optOuts().deviceRemoved(deviceId)
      await rooms.manners().deviceRemoved(deviceId)
      await health.forget(deviceId)
    },
  })
  devicesRoutes(base.route, devices, async (userId, deviceId) => {
    const { waiting, ...uses } = await rooms.campaigns().uses.ofDevice(userId, deviceId)
    const people = await rooms.campaigns().heldOn(deviceId)
    return {
      ...uses,
      waiting: { campaigns: waiting, people },
      chatbotEnabled: await rooms.chatbots().isEnabled(userId, deviceId),
    }
  })
  devicePaceRoutes(base.route, {
    ...base,
    devices,
    onPaceChanged: (...about) => rooms.campaigns().limitsChanged(...about),
    heldOn: (deviceId) => rooms.campaigns().heldOn(deviceId),
  })
  rooms.manners().routes(base.route, devices.require)
  deviceProxyRoutes(base.route, {
    ...base,
    sessionLimit,
    proxies,
    settings: createServerSettings(base.db),
    testProxy: network.testProxy,
    devices,
  })
  devicesRealtime(base.realtimeServer.handle, devices)
  return { ...devices, health }
}
