import type { Part } from '../../platform/lifecycle.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createCommandsAnywhere } from './commands/commands-anywhere.ts'
import { createDeviceCommands } from './commands/device-commands.ts'
import { createRemoveDevice, type RemoveDeviceDeps } from './commands/remove-device.ts'
import { createAdmitDevice } from './connection/admit-device.ts'
import { createDeviceConnections } from './connection/device-connections.ts'
import type { DeviceContext } from './connection/device-context.ts'
import { createDeviceNews, type DeviceNewsDeps } from './connection/device-news.ts'
import { createHandover, type HandoverDeps } from './connection/handover.ts'
import { createPlanLimit } from './connection/plan-limit.ts'
import { createReconnectQueue } from './connection/reconnect-queue.ts'
import { createStandings, type DeviceStanding, type StandingsDeps } from './connection/standings.ts'
import { createDevicesEvents } from './devices.events.ts'
import type { PlanOf } from './devices.ports.ts'
import type { DeviceLeases } from './leases/device-leases.ts'
import { createLinks, type LinksDeps } from './link/links.ts'
import { createDeviceList, type DeviceListDeps } from './list/device-list.ts'
import type { NewChatsRepository } from './new-chats/new-chats.repository.ts'
import { createNewChats } from './new-chats/new-chats.ts'
import { createDeviceOwners } from './store/device-owners.ts'

export interface DeviceServiceDeps
  extends Pick<DeviceContext, 'devices' | 'clock' | 'onConnected' | 'onDisconnected'>,
    Pick<LinksDeps, 'network' | 'bus' | 'calls' | 'limits' | 'sessionLimit' | 'log'>,
    Pick<DeviceNewsDeps, 'onRenamed' | 'onLimitsChanged'>,
    Pick<RemoveDeviceDeps, 'forgetProxy' | 'onRemoved'>,
    Pick<DeviceListDeps, 'proxyHostsOf' | 'healthOf'>,
    Pick<StandingsDeps, 'listChangedHere'>,
    Pick<HandoverDeps, 'onLeft' | 'onTaken'> {
  readonly work: Pick<Work, 'inTurn'>
  readonly newChats: NewChatsRepository
  readonly leases: Pick<DeviceLeases, 'keep' | 'of' | 'all' | 'where' | 'takeOver'>
  readonly planOf: PlanOf
  readonly realtime: Realtime
  readonly random: () => number
  /** Until when sending pauses because the network rate-limits it; null otherwise. */
  restsUntil(deviceId: string): number | null
  /** Nothing comes in on it although its phone is in use. */
  isQuiet(deviceId: string): boolean
}

/** Links, connects, closes and removes devices, and notifies their owners. */
export function createDeviceService(deps: DeviceServiceDeps) {
  const { devices, bus, log } = deps
  const onFault = (deviceId: string, err: unknown) =>
    log.error({ err, deviceId }, 'device event failed')
  const events = createDevicesEvents(deps.realtime)
  const owners = createDeviceOwners(devices)
  const inTurn = createKeyedLock()
  const reconnects = createReconnectQueue({
    ...deps,
    open: (deviceId) => void connections.reconnect(deviceId),
    isConnecting: (deviceId) => connections.stateOf(deviceId).kind === 'connecting',
  })
  const connections = createDeviceConnections({
    ...deps,
    onOpened: (deviceId, identity) => onOpened(deviceId, identity),
    onRenamed: (deviceId, name) => news.renamed(deviceId, name),
    onForgedKey: (deviceId) => news.forgedKey(deviceId),
    onNewChats: (deviceId, word) => newChats.record(deviceId, word),
    onClosed: (deviceId, state) => news.closed(deviceId, state),
    onState: (deviceId) => standings.changed(deviceId),
    onFault,
    onRetryDue: (deviceId) => reconnects.add([deviceId]),
  })
  const newChats = createNewChats({
    ...deps,
    onChanged: (deviceId) => news.limitsChanged(deviceId),
    onFault,
  })
  const standings = createStandings({ ...deps, here })
  const planLimit = createPlanLimit({
    ...deps,
    connections,
    elsewhere: standings.elsewhere,
    onRequestChanged: standings.changed,
  })
  const { status, ...links } = createLinks({
    ...deps,
    connections,
    planLimit,
    events,
    inTurn,
    onFault,
  })
  const { linking, linkingAnywhere } = links
  const deviceList = createDeviceList({ ...deps, planLimit, standings })
  const shared = { ...deps, connections, planLimit, owners, events, status, inTurn, onFault }
  const onOpened = createAdmitDevice({ ...shared, watchNewChats: newChats.watch })
  const news = createDeviceNews(shared)
  const removal = createRemoveDevice({
    ...shared,
    linking,
    find: deviceList.find,
    removeAnywhere: (workspaceId, deviceId) => commandsAnywhere.remove(workspaceId, deviceId),
    endLinking: linkingAnywhere.end,
    onLeaving: standings.changed,
  })
  const commands = createDeviceCommands({ ...shared, deviceList, reconnects, onChanged: changed })
  const commandsAnywhere = createCommandsAnywhere({
    ...deps,
    commands,
    deviceList,
    remove: removal.remove,
    withdraw: linkingAnywhere.withdraw,
  })
  const handover = createHandover({
    ...shared,
    reconnects,
    resumeRemovals: removal.resumeRemovals,
  })

  function here(deviceId: string): DeviceStanding {
    return {
      userId: owners.known(deviceId) ?? '',
      connection: connections.stateOf(deviceId),
      request: planLimit.requestOf(deviceId),
      restsUntil: deps.restsUntil(deviceId),
      isQuiet: deps.isQuiet(deviceId),
      isBeingRemoved: removal.isLeaving(deviceId),
    }
  }

  /** Something has changed that its owner sees. */
  async function changed(deviceId: string): Promise<void> {
    standings.changed(deviceId)
    const workspaceId = await owners.of(deviceId)
    if (workspaceId) events.listChanged(workspaceId, deviceId)
  }

  bus.on('user_gone', (workspaceId) => {
    removal.forgetOwner(workspaceId).catch((error: unknown) => onFault('owner', error))
  })

  const part: Part = {
    name: 'devices',
    start: async () => {},
    async stop() {
      reconnects.stop()
      newChats.stop()
      await linking.stop()
      await connections.stop()
    },
  }

  return {
    ...links,
    ...commandsAnywhere,
    ...handover,
    standings,
    part,
    changed,
    removeAll: removal.removeAll,
    list: deviceList.list,
    connectionOf: deviceList.connectionOf,
    problemOf: deviceList.problemOf,
    isExpected: deviceList.isExpected,
    isBeingRemoved: deviceList.isBeingRemoved,
    restsUntil: standings.restsUntil,
    isConnected: planLimit.isIn,
    /** The overall status to a caller, when a browser connects [7.realtime.status-request]. */
    statusOf: status.of,

    /** Called after the workspace's rows are deleted: closes open sessions on all nodes. */
    async forgetOwner(workspaceId: string): Promise<void> {
      bus.publish('user_gone', workspaceId)
      await removal.forgetOwner(workspaceId)
    },

    /** A limit of its new chats was stored, or has ended. */
    newChatsLimited(deviceId: string): void {
      newChats.changed(deviceId).catch((error: unknown) => onFault(deviceId, error))
    },

    /** Reopens devices that the network refused as too old, once. */
    newerClient(): void {
      commands.newerClient().catch((error: unknown) => onFault('newer client', error))
    },

    /** Throws `device_not_found`. */
    require: async (workspaceId: string, deviceId: string): Promise<void> => {
      await deviceList.find(workspaceId, deviceId)
    },
  }
}

export type DeviceService = ReturnType<typeof createDeviceService>
