import { createServerSettings } from '../features/accounts/server-settings.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createSessionLimit } from '../features/devices/connection/request-limits.ts'
import { createDeviceService } from '../features/devices/device-service.ts'
import type { DeviceUses } from '../features/devices/devices.ports.ts'
import { devicesRealtime, devicesRoutes } from '../features/devices/devices.routes.ts'
import { createDeviceHealth } from '../features/devices/health/device-health.ts'
import { createHealthRepository } from '../features/devices/health/health.repository.ts'
import { createNewChatsRepository } from '../features/devices/new-chats/new-chats.repository.ts'
import { devicePaceRoutes, type PaceDeps } from '../features/devices/pace/device-pace.routes.ts'
import { deviceProxyRoutes } from '../features/devices/proxy/device-proxy.routes.ts'
import { createDevicesRepository } from '../features/devices/store/devices.repository.ts'
import { createListeners, createListenersInTurn } from '../platform/upward-calls.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'
import type { Network } from './network.ts'
import type { Workspaces } from './workspaces.ts'

interface DevicesNeeds {
  readonly accounts: Pick<Accounts, 'reachesPrivate'>
  readonly workspaces: Pick<Workspaces, 'planOf'>
  readonly cluster: Cluster
  readonly network: Network
  readonly delivery: Delivery
}

/** Wires linked numbers, and the listeners that features above add. */
export function wireDevices(
  base: Base,
  { accounts, workspaces, cluster, network, delivery }: DevicesNeeds,
) {
  const onConnected = createListeners<[deviceId: string]>()
  const onDisconnected = createListeners<[deviceId: string]>()
  const onRenamed = createListeners<[deviceId: string]>()
  const onLimitsChanged = createListenersInTurn<[workspaceId: string, deviceId: string]>()
  const onLeft = createListenersInTurn<[deviceId: string]>()
  const onRemoved = createListenersInTurn<[workspaceId: string, deviceId: string]>()
  const { proxies } = network
  const health = createDeviceHealth({
    ...base,
    repository: createHealthRepository(base.db),
    probe: network,
    onQuiet: (deviceId) => {
      devices.changed(deviceId).catch((err: unknown) => {
        base.log.error({ err, deviceId }, 'a quiet number could not be published')
      })
    },
  })
  const sessionLimit = createSessionLimit(base.limits, base.config.linkLimit)
  const devices = createDeviceService({
    ...base,
    sessionLimit,
    healthOf: async (deviceId, isHere) =>
      isHere ? health.of(deviceId) : health.ofStored(deviceId),
    isQuiet: health.isQuiet,
    devices: createDevicesRepository(base.db, base.box, base.nodeId),
    planOf: workspaces.planOf,
    leases: cluster.leases,
    proxyHostsOf: proxies.hostsOf,
    forgetProxy: proxies.remove,
    network,
    newChats: createNewChatsRepository(base.db),
    onLimitsChanged,
    restsUntil: delivery.restsUntil,
    onConnected,
    onDisconnected,
    onTaken: health.take,
    async onLeft(deviceId) {
      await onLeft(deviceId)
      await health.letGo(deviceId)
    },
    listChangedHere: (workspaceId, deviceId) =>
      base.realtimeServer.toNumbersHere(workspaceId, [deviceId], 'devices_changed'),
    onRenamed,
    async onRemoved(workspaceId, deviceId) {
      await onRemoved(workspaceId, deviceId)
      await health.forget(deviceId)
    },
  })
  cluster.onTaken.set(devices.take)
  cluster.letGo.set(devices.release)
  cluster.isConnected.set(devices.isConnected)
  cluster.onHeld(devices.standings.changed)
  cluster.onGone((nodeIds) => {
    devices.standings.forgetNodes(nodeIds)
    devices.linkingAnywhere.forgetNodes(nodeIds)
  })
  network.onSign.set(health.note)
  network.onNewerClient.set(devices.newerClient)
  delivery.onRest((deviceId) => {
    devices
      .changed(deviceId)
      .catch((err: unknown) => base.log.error({ err, deviceId }, 'a pause could not be published'))
  })
  deviceProxyRoutes(base.route, {
    ...base,
    sessionLimit,
    proxies,
    settings: createServerSettings(base.db),
    testProxy: network.testProxy,
    reachesPrivate: accounts.reachesPrivate,
    devices,
  })
  devicesRealtime(base.realtimeServer.handle, devices)
  return {
    ...devices,
    health,
    /** `usesOf` and `heldOn` come from the campaigns and chatbots above. */
    routes(usesOf: DeviceUses, heldOn: PaceDeps['heldOn']): void {
      devicesRoutes(base.route, devices, usesOf)
      devicePaceRoutes(base.route, { ...base, devices, heldOn, onPaceChanged: onLimitsChanged })
    },
    onConnected: onConnected.add,
    onDisconnected: onDisconnected.add,
    onRenamed: onRenamed.add,
    /** A cap or a limit of a number has changed. */
    onLimitsChanged: onLimitsChanged.add,
    /** Called before another node may take it: resolves once it sends nothing more. */
    onLeft: onLeft.add,
    onRemoved: onRemoved.add,
  }
}

export type Devices = ReturnType<typeof wireDevices>
