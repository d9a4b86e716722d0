import type { Device } from '@kirim/contract/devices'
import { backOff } from '../../platform/back-off.ts'
import { type Clock, pause } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeBus } from '../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../platform/nodes/node-calls.ts'
import { serveCalls } from '../../platform/nodes/serve-calls.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { CLOSES } from './closes.ports.ts'
import { type ConnectionState, isBackSoon } from './connection-state.ts'
import { createDeviceConnections } from './device-connections.ts'
import { createDevicesEvents } from './devices.events.ts'
import type { PlanOf, WhatsAppNetwork } from './devices.ports.ts'
import type { DevicesRepository, LinkedDevice } from './devices.repository.ts'
import { DEVICE_CALLS } from './elsewhere/device-calls.ts'
import type { DeviceStanding } from './elsewhere/device-standing.ts'
import { createLinkingAnywhere } from './elsewhere/linking-anywhere.ts'
import { createStandings } from './elsewhere/standings.ts'
import type { Health } from './health/health.ts'
import type { DeviceLeases } from './leases/device-leases.ts'
import type { Taken } from './leases/leases.repository.ts'
import { createLinking } from './link-device.ts'
import type { NewChatsRepository } from './new-chats/new-chats.repository.ts'
import { createNewChats } from './new-chats/new-chats.ts'
import { createOverallStatus } from './overall-status.ts'
import { type Asked, createPlanLimit } from './plan-limit.ts'
import { presentDevice } from './present-device.ts'
import { createReconnectQueue } from './reconnect-queue.ts'
import { createRemoveDevice } from './remove-device.ts'

export interface DeviceServiceDeps {
  readonly devices: DevicesRepository
  readonly newChats: NewChatsRepository
  readonly leases: Pick<DeviceLeases, 'keep' | 'of' | 'all' | 'where' | 'takeOver'>
  readonly bus: NodeBus
  readonly calls: NodeCalls
  readonly network: WhatsAppNetwork
  readonly planOf: PlanOf
  readonly realtime: Realtime
  readonly clock: Clock
  readonly limits: Limits
  readonly work: Pick<Work, 'inTurn'>
  readonly log: Log
  readonly random: () => number
  /** Until when it sends nothing because it asked too much of the network; null otherwise. */
  restsUntil(deviceId: string): number | null
  healthOf(deviceId: string): Health
  /** Nothing comes in although its phone is in use. */
  isQuiet(deviceId: string): boolean
  /** The hosts of the proxies that a user's devices connect through. */
  proxyHostsOf(userId: string): Promise<ReadonlyMap<string, string>>
  forgetProxy(deviceId: string): Promise<unknown>
  /** A device can send from now on. */
  onConnected(deviceId: string): void
  onDisconnected(deviceId: string): void
  /** Resolves once nothing leaves any more over a device that is disconnected, or soon. */
  onLeft(deviceId: string): Promise<void>
  /** This node has the device from now on, which another had while this one ran. */
  onTaken(deviceId: string): Promise<void>
  /** Tells a user's browsers on this node that their devices have changed. */
  listChangedHere(userId: string): void
  onRenamed(deviceId: string): void
  /** The network limits its new chats, or has stopped to. */
  onLimitsChanged(userId: string, deviceId: string): Promise<void>
  /** Its owner removed it: pending work for it must end. */
  onRemoved(userId: string, deviceId: string): Promise<void>
}

/** Before what failed when a device was opened is tried again. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Links, connects, closes and removes devices, and notifies their owners. */
export function createDeviceService(deps: DeviceServiceDeps) {
  const { devices, clock, log } = deps
  const events = createDevicesEvents(deps.realtime)
  const owners = new Map<string, string>()
  const connections = createDeviceConnections({
    ...deps,
    onOpened,
    onRenamed,
    onForgedKey,
    onNewChats: (deviceId, news) => newChats.heard(deviceId, news),
    onClosed,
    onState: (deviceId) => standings.changed(deviceId),
    onFault,
    onRetryDue: (deviceId) => reconnects.add([deviceId]),
  })
  const newChats = createNewChats({ ...deps, onChanged: onLimitsChanged, onFault })
  const standings = createStandings({ ...deps, here })
  const planLimit = createPlanLimit({
    ...deps,
    connections,
    elsewhere: standings.elsewhere,
    onAsked: standings.changed,
  })
  const inTurn = createKeyedLock()
  const linking = createLinking({
    ...deps,
    planLimit,
    inTurn,
    connections,
    events,
    takeOver: deps.leases.takeOver,
    onChanged: (userId) => linkingAnywhere.changed(userId),
    onEnded: (userId) => status.afterLinking(userId),
    onFault: (err) => onFault('link', err),
  })
  const linkingAnywhere = createLinkingAnywhere({ ...deps, linking, withdraw })
  const { isLinking } = linkingAnywhere
  const status = createOverallStatus({ devices, planLimit, isLinking, events })

  function here(deviceId: string): DeviceStanding {
    return {
      userId: owners.get(deviceId) ?? '',
      connection: connections.stateOf(deviceId),
      asked: planLimit.asked(deviceId),
      restsUntil: deps.restsUntil(deviceId),
      isQuiet: deps.isQuiet(deviceId),
      isBeingRemoved: removal.isLeaving(deviceId),
      health: deps.healthOf(deviceId),
    }
  }

  function onFault(deviceId: string, err: unknown): void {
    log.error({ err, deviceId }, 'device event failed')
  }

  /** Nothing is sent over it before it is stored as connected: a failed write is tried again. */
  async function onOpened(deviceId: string, identity: { name: string }): Promise<void> {
    for (let faults = 0; ; faults++) {
      try {
        return await accept(deviceId, identity)
      } catch (error) {
        onFault(deviceId, error)
        await pause(clock, backOff(faults, FIRST_WAIT_MS, LONGEST_WAIT_MS))
        if (!connections.isConnected(deviceId)) return
      }
    }
  }

  async function accept(deviceId: string, identity: { name: string }): Promise<void> {
    const userId = await ownerOf(deviceId)
    // Linked while its owner was being deleted: unlink it again.
    if (!userId) return connections.logOut(deviceId)
    await inTurn(userId, () => acceptDevice(userId, deviceId, identity.name))
  }

  async function acceptDevice(userId: string, deviceId: string, name: string): Promise<void> {
    // Closed or lost while it waited in the queue.
    if (!connections.isConnected(deviceId)) return
    const refusal = await admit(userId, deviceId, name)
    if (refusal) return rejectDevice(userId, deviceId, refusal)
    await newChats.watch(deviceId)
    // Closed while that was written down, and told already.
    if (!connections.isConnected(deviceId)) return devices.markOffline(deviceId, clock.now())
    events.status(userId, 'connected')
    deps.onConnected(deviceId)
  }

  /** Which device has the last place is decided by one node at a time. */
  async function admit(userId: string, deviceId: string, name: string) {
    const decide = async () => {
      const refusal = await planLimit.admit(userId, deviceId)
      if (!refusal) await devices.markConnected(deviceId, clock.now(), name)
      return refusal
    }
    return planLimit.asked(deviceId) === null
      ? decide()
      : deps.work.inTurn('places of a plan', userId, decide)
  }

  async function rejectDevice(
    userId: string,
    deviceId: string,
    { refused, how }: { refused: DomainError; how: Asked },
  ): Promise<void> {
    if (how === 'reconnect') {
      await devices.setWanted(deviceId, false)
      await connections.disconnect(deviceId)
    } else {
      await connections.logOut(deviceId)
      if (how === 'new_link') await devices.markRemoved(deviceId)
      else await devices.markLoggedOut(deviceId)
    }
    planLimit.forget(deviceId)
    events.limitReached(userId, refused)
  }

  async function onRenamed(deviceId: string, name: string): Promise<void> {
    const userId = await ownerOf(deviceId)
    if (!userId) return
    // After the name given at opening, which may still be queued.
    await inTurn(userId, () => devices.rename(deviceId, name))
    deps.onRenamed(deviceId)
    events.listChanged(userId)
  }

  async function onForgedKey(deviceId: string): Promise<void> {
    const userId = await ownerOf(deviceId)
    if (userId) events.refused(userId, new DomainError('contact_key_forged'))
  }

  async function onLimitsChanged(deviceId: string): Promise<void> {
    const userId = await ownerOf(deviceId)
    if (!userId) return
    events.listChanged(userId)
    await deps.onLimitsChanged(userId, deviceId)
  }

  async function onClosed(deviceId: string, state: ConnectionState): Promise<void> {
    deps.onDisconnected(deviceId)
    if (!planLimit.holdsPlace(deviceId)) planLimit.forget(deviceId)
    const userId = await ownerOf(deviceId)
    if (!userId) return
    await devices.markOffline(deviceId, clock.now())
    if (state.kind === 'logged_out') await devices.markLoggedOut(deviceId)
    if (state.kind === 'stopped' && CLOSES[state.close.cause].next === 'yield')
      await devices.setWanted(deviceId, false)
    // A reconnecting device is shown in the list, but is not lost yet.
    if (state.kind === 'connecting' || state.kind === 'waiting') events.listChanged(userId)
    else await status.afterClosing(userId)
  }

  async function ownerOf(deviceId: string): Promise<string | null> {
    const known = owners.get(deviceId)
    if (known) return known
    const owner = await devices.ownerOf(deviceId)
    if (owner) owners.set(deviceId, owner)
    return owner
  }

  async function find(userId: string, deviceId: string): Promise<LinkedDevice> {
    const device = await devices.find(userId, deviceId)
    if (!device) throw new DomainError('device_not_found')
    return device
  }

  const removal = createRemoveDevice({
    ...deps,
    linking,
    connections,
    planLimit,
    status,
    owners,
    find,
    removeAnywhere,
    endLinking: linkingAnywhere.end,
    onLeaving: standings.changed,
    onFault,
  })

  const at = serveCalls({ ...deps, where: deps.leases.where }, 'devices', DEVICE_CALLS, {
    reconnect: ({ userId, deviceId }) => reconnect(userId, deviceId),
    disconnect: ({ userId, deviceId }) => disconnect(userId, deviceId),
    remove: ({ userId, deviceId }) => removal.remove(userId, deviceId),
    proxy_changed: ({ deviceId }) => proxyChanged(deviceId),
  })

  /** Of a device of this user, wherever it is. Throws `device_not_found`. */
  async function ofUser(
    userId: string,
    deviceId: string,
    name: 'reconnect' | 'disconnect' | 'remove',
  ): Promise<void> {
    if (deps.bus.isShared) await find(userId, deviceId)
    await at(deviceId, name, { userId, deviceId })
  }

  function removeAnywhere(userId: string, deviceId: string): Promise<void> {
    return ofUser(userId, deviceId, 'remove')
  }

  async function reconnect(userId: string, deviceId: string): Promise<void> {
    await inTurn(userId, async () => {
      const device = await find(userId, deviceId)
      if (device.loggedOut) throw new DomainError('device_needs_scan')
      // A reconnecting device already counts for the plan, and only reconnects sooner.
      if (!planLimit.holdsPlace(deviceId)) {
        const refusal = await planLimit.refuseAsking(userId)
        if (refusal) {
          events.status(userId, 'limit_reached')
          throw refusal
        }
        await devices.setWanted(deviceId, true)
        planLimit.ask(deviceId, 'reconnect')
      }
      await connections.connect(deviceId)
      events.listChanged(userId)
    })
  }

  /** Without an id: the most recently connected one that is here. */
  async function disconnect(userId: string, deviceId: string | null): Promise<void> {
    await inTurn(userId, async () => {
      const device = deviceId ? await find(userId, deviceId) : await lastConnected(userId)
      if (!device) throw new DomainError('no_session_to_disconnect')
      await devices.setWanted(device.id, false)
      await connections.disconnect(device.id)
      await devices.markOffline(device.id, clock.now())
      planLimit.forget(device.id)
      deps.onDisconnected(device.id)
      await status.afterClosing(userId)
    })
  }

  async function proxyChanged(deviceId: string): Promise<void> {
    await connections.restart(deviceId)
    await service.changed(deviceId)
  }

  /** Withdraws a pending QR code above the user's plan, in the background. */
  function planChanged(userId: string): void {
    inTurn(userId, async () => {
      if (!linking.isUnderWay(userId)) return
      const refusal = await planLimit.refuseAsking(userId)
      if (refusal && linking.cancel(userId) === 'withdrawn') events.limitReached(userId, refusal)
    }).catch((error) => onFault('plan', error))
  }

  const forgetOwner = (userId: string) =>
    removal.forgetOwner(userId).catch((error: unknown) => onFault('owner', error))
  deps.bus.on('user_gone', (userId) => void forgetOwner(userId))
  deps.bus.on('plan_of', planChanged)

  const service = {
    linking,
    linkingAnywhere,
    ...removal,
    remove: removeAnywhere,
    /** Called after the user's rows are deleted: closes sessions that are still open anywhere. */
    async forgetOwner(userId: string): Promise<void> {
      deps.bus.tell('user_gone', userId)
      await removal.forgetOwner(userId)
    },
    isBeingRemoved: (deviceId: string): boolean => standings.of(deviceId).isBeingRemoved,
    restsUntil: standings.restsUntil,
    isConnected: planLimit.isIn,
    /** `connecting`: reconnects by itself. Not meaningful for an unlinked device. */
    connectionOf(deviceId: string): 'connected' | 'connecting' | 'disconnected' {
      if (planLimit.isIn(deviceId)) return 'connected'
      return planLimit.holdsPlace(deviceId) ? 'connecting' : 'disconnected'
    },
    /** Whether it is connected, or will be in a moment. */
    isExpected: (deviceId: string): boolean =>
      planLimit.isIn(deviceId) || isBackSoon(standings.of(deviceId).connection),

    async list(userId: string): Promise<Device[]> {
      const proxyHosts = await deps.proxyHostsOf(userId)
      return (await devices.list(userId)).map((device) =>
        presentDevice(device, planLimit, {
          ...standings.of(device.id),
          proxyHost: proxyHosts.get(device.id) ?? null,
          restsUntil: standings.restsUntil(device.id),
          now: clock.now(),
        }),
      )
    },

    /** A limit of its new chats was written down, or ended. */
    newChatsLimited(deviceId: string): void {
      newChats.changed(deviceId).catch((error: unknown) => onFault(deviceId, error))
    },

    /** Something about it has changed that its owner sees. */
    changed: async (deviceId: string): Promise<void> => {
      standings.changed(deviceId)
      const userId = await ownerOf(deviceId)
      if (userId) events.listChanged(userId)
    },

    /** What it connects through is another now. */
    proxyChanged: (deviceId: string): Promise<void> => at(deviceId, 'proxy_changed', { deviceId }),

    /** What the network refused as too old is opened again, once. */
    newerClient(): void {
      const open = async () => {
        const deviceIds = await connections.newerClient()
        // Another device may have its place in the plan by now.
        for (const deviceId of deviceIds) planLimit.ask(deviceId, 'reconnect')
        reconnects.add(deviceIds)
        await Promise.all(deviceIds.map(service.changed))
      }
      open().catch((error: unknown) => onFault('newer client', error))
    },

    /** Throws `device_not_found`. */
    require: async (userId: string, deviceId: string): Promise<void> => {
      await find(userId, deviceId)
    },

    /** The user's overall status, requested when a browser connects [7.realtime.status-request]. */
    statusOf: status.of,

    /** Reconnects a closed device without a scan. */
    reconnect: (userId: string, deviceId: string): Promise<void> =>
      ofUser(userId, deviceId, 'reconnect'),

    /** Withdraws a pending QR code; never affects a connected device. */
    cancelLink: async (userId: string): Promise<void> =>
      void (await linkingAnywhere.withdraw(userId)),

    planChanged(userId: string): void {
      deps.bus.tell('plan_of', userId)
      planChanged(userId)
    },

    /**
     * Closes a device's session but keeps it linked. Without an id: withdraws a pending QR code,
     * otherwise closes the most recently connected device.
     */
    async disconnect(userId: string, deviceId: string | null): Promise<void> {
      if (deviceId) return ofUser(userId, deviceId, 'disconnect')
      if ((await linkingAnywhere.withdraw(userId)) !== 'nothing') return
      const last = deps.bus.isShared ? await lastConnected(userId) : null
      await (last ? ofUser(userId, last.id, 'disconnect') : disconnect(userId, null))
    },
  }

  /** Includes a code that was requested earlier and is still queued. */
  async function withdraw(userId: string): Promise<ReturnType<typeof linking.cancel>> {
    const cancel = async () => {
      const cancelled = linking.cancel(userId)
      if (cancelled === 'withdrawn') await status.afterLinking(userId)
      return cancelled
    }
    const [atOnce, inItsTurn] = await Promise.all([cancel(), inTurn(userId, cancel)])
    return atOnce === 'nothing' ? inItsTurn : atOnce
  }

  async function lastConnected(userId: string): Promise<LinkedDevice | null> {
    const connected = (await devices.list(userId)).filter(({ id }) => planLimit.isIn(id))
    return connected.sort((a, b) => (b.connectedAt ?? 0) - (a.connectedAt ?? 0))[0] ?? null
  }

  const reconnects = createReconnectQueue({
    ...deps,
    open: (deviceId) => void connections.reconnect(deviceId),
  })
  /** Taken before the server answers requests; null from then on. */
  let early: { readonly toComeBack: string[]; readonly cutOff: Taken[] } | null = {
    toComeBack: [],
    cutOff: [],
  }

  /** This node has the device from now on: it is shown as reconnecting if its owner wants it. */
  async function taken(device: Taken): Promise<void> {
    const { id, userId, comesBack, removing } = device
    owners.set(id, userId)
    if (!early) await deps.onTaken(id)
    if (comesBack) {
      await connections.markReconnecting(id)
      if (early) early.toComeBack.push(id)
      else reconnects.add([id])
    }
    if (removing && early) early.cutOff.push(device)
    else if (removing) resumeRemovals([device])
  }

  function resumeRemovals(cutOff: readonly Taken[]): void {
    service.resumeRemovals(cutOff).catch((error: unknown) => onFault('removals', error))
  }

  /** Another node is to have the device: ends everything for it here, and it stays linked. */
  async function letGo(deviceId: string): Promise<void> {
    deps.onDisconnected(deviceId)
    await deps.onLeft(deviceId)
    await connections.forget(deviceId)
    planLimit.forget(deviceId)
    owners.delete(deviceId)
  }

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

  /** Connects them; started once the server answers requests. */
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

  return { ...service, standings, taken, letGo, part, reconnecting, someComeBack }
}

export type DeviceService = ReturnType<typeof createDeviceService>
