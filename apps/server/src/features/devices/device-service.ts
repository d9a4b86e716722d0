import type { Device } from '@kirim/contract/devices'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { ConnectionState } from './connection-state.ts'
import { createDeviceConnections } from './device-connections.ts'
import { createDevicesEvents } from './devices.events.ts'
import type { WhatsAppNetwork } from './devices.ports.ts'
import type { DevicesRepository, LinkedDevice } from './devices.repository.ts'
import { createLinking } from './link-device.ts'
import { planRefusal } from './plan-limit.ts'

export interface DeviceServiceDeps {
  readonly devices: DevicesRepository
  readonly network: WhatsAppNetwork
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** A device can send from now on. */
  onConnected(deviceId: string): void
  onDisconnected(deviceId: string): void
  /** Its owner took it off the list: nothing may wait for it. */
  onRemoved(userId: string, deviceId: string): Promise<void>
}

const LOG_OUT_WITHIN_MS = 10_000

/** Links, connects, closes and removes devices, and tells their owners. */
export function createDeviceService(deps: DeviceServiceDeps) {
  const { devices, clock, log } = deps
  const events = createDevicesEvents(deps.realtime)
  const owners = new Map<string, string>()
  const connections = createDeviceConnections({ ...deps, onOpened, onClosed, onFault })
  const linking = createLinking({
    ...deps,
    connections,
    events,
    onFault: (err) => onFault('link', err),
  })

  function onFault(deviceId: string, err: unknown): void {
    log.error({ err, deviceId }, 'device event failed')
  }

  async function onOpened(deviceId: string, identity: { name: string }): Promise<void> {
    const userId = await ownerOf(deviceId)
    // Linked while its owner was being deleted: nobody's phone stays linked.
    if (!userId) return connections.logOut(deviceId)
    const linked = linking.takeJustLinked(deviceId)
    const refusal = linked && (await planRefusal({ devices, connections }, userId, deviceId))
    if (refusal) {
      await connections.logOut(deviceId)
      if (linked.isNew) await devices.markRemoved(deviceId)
      else await devices.markLoggedOut(deviceId)
      events.status(userId, 'limit_reached')
      events.refused(userId, refusal)
      return
    }
    await devices.markConnected(deviceId, clock.now(), identity.name)
    events.status(userId, 'connected')
    deps.onConnected(deviceId)
  }

  async function onClosed(deviceId: string, state: ConnectionState): Promise<void> {
    deps.onDisconnected(deviceId)
    const userId = await ownerOf(deviceId)
    if (!userId) return
    if (state.kind === 'logged_out') await devices.markLoggedOut(deviceId)
    if (state.kind === 'replaced') await devices.setWanted(deviceId, false)
    // A connection that is on its way back is shown in the list; it is not yet lost.
    if (state.kind === 'connecting' || state.kind === 'waiting') events.listChanged(userId)
    else events.status(userId, 'disconnected')
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

  function present(device: LinkedDevice): Device {
    const { kind } = connections.stateOf(device.id)
    const connected = kind === 'connected'
    const onTheWay = kind === 'connecting' || kind === 'waiting'
    return {
      id: device.id,
      name: device.name,
      number: device.number,
      phoneNumber: device.number,
      connected,
      connectionStatus: connected
        ? 'connected'
        : device.loggedOut
          ? 'logged_out'
          : onTheWay
            ? 'connecting'
            : 'disconnected',
      linkedAt: new Date(device.linkedAt).toISOString(),
    }
  }

  const service = {
    linking,
    isConnected: connections.isConnected,

    async list(userId: string): Promise<Device[]> {
      return (await devices.list(userId)).map(present)
    },

    /** The user's overall status, as asked for when a browser connects (SPEC §7). */
    async statusOf(userId: string): Promise<'waiting_qr' | 'connected' | 'disconnected'> {
      if (linking.waitingCode(userId)) return 'waiting_qr'
      const listed = await devices.list(userId)
      return listed.some(({ id }) => connections.isConnected(id)) ? 'connected' : 'disconnected'
    },

    /** Takes a closed device back online without a scan. */
    async reconnect(userId: string, deviceId: string): Promise<void> {
      const device = await find(userId, deviceId)
      if (device.loggedOut) throw new DomainError('device_needs_scan')
      const refusal = await planRefusal({ devices, connections }, userId, deviceId)
      if (refusal) {
        events.status(userId, 'limit_reached')
        throw refusal
      }
      await devices.setWanted(deviceId, true)
      await connections.connect(deviceId)
      events.listChanged(userId)
    },

    /**
     * Closes a device's session and keeps its registration. Without an id: a code waiting to be
     * scanned is withdrawn, else the most recently connected device is closed.
     */
    async disconnect(userId: string, deviceId: string | null): Promise<void> {
      if (!deviceId && linking.cancel(userId)) {
        events.status(userId, 'disconnected')
        return
      }
      const device = deviceId ? await find(userId, deviceId) : await lastConnected(userId)
      if (!device) throw new DomainError('no_session_to_disconnect')
      await devices.setWanted(device.id, false)
      await connections.disconnect(device.id)
      deps.onDisconnected(device.id)
      events.status(userId, 'disconnected')
    },

    /** Logs out at the network, as far as it can be reached, and erases everything of the link. */
    async remove(userId: string, deviceId: string): Promise<void> {
      const device = await find(userId, deviceId)
      await devices.setWanted(device.id, false)
      await deps.onRemoved(userId, device.id)
      await unlink(device)
      await devices.markRemoved(device.id)
      deps.onDisconnected(device.id)
      events.status(userId, 'disconnected')
    },

    /** Removes every device of a user who is leaving, and withdraws a code that waits for its scan. */
    async removeAll(userId: string): Promise<void> {
      linking.cancel(userId)
      const all = await devices.list(userId)
      await Promise.all(
        all.map(({ id }) => service.remove(userId, id).catch((err) => onFault(id, err))),
      )
    },

    /** The user's rows are gone: closes whatever of theirs is still open. */
    async forgetOwner(userId: string): Promise<void> {
      linking.cancel(userId)
      for (const [deviceId, owner] of [...owners]) {
        if (owner !== userId) continue
        owners.delete(deviceId)
        deps.onDisconnected(deviceId)
        await connections.logOut(deviceId).catch((err) => onFault(deviceId, err))
      }
    },
  }

  async function unlink(device: LinkedDevice): Promise<void> {
    if (device.loggedOut) return
    if (!connections.isConnected(device.id))
      await connections.openBriefly(device.id, LOG_OUT_WITHIN_MS)
    await connections.logOut(device.id).catch((err) => onFault(device.id, err))
  }

  async function lastConnected(userId: string): Promise<LinkedDevice | null> {
    const connected = (await devices.list(userId)).filter(({ id }) => connections.isConnected(id))
    return connected.sort((a, b) => (b.connectedAt ?? 0) - (a.connectedAt ?? 0))[0] ?? null
  }

  const part: Part = {
    name: 'devices',
    /** Resumes every device its owner wants connected. */
    async start() {
      for (const device of await devices.listWanted()) {
        owners.set(device.id, device.userId)
        await connections.connect(device.id)
      }
    },
    async stop() {
      linking.stop()
      await connections.stop()
    },
  }

  return { ...service, part }
}

export type DeviceService = ReturnType<typeof createDeviceService>
