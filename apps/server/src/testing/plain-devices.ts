import { createFakeClock } from '@kirim/testing/fake-clock'
import { createSessionLimit } from '../features/devices/connection/request-limits.ts'
import { createDeviceService, type DeviceServiceDeps } from '../features/devices/device-service.ts'
import type { SessionListener, WhatsAppNetwork } from '../features/devices/devices.ports.ts'
import { UNKNOWN_HEALTH } from '../features/devices/health/health.ts'
import { createLeasesRepository } from '../features/devices/leases/leases.repository.ts'
import { createNewChatsRepository } from '../features/devices/new-chats/new-chats.repository.ts'
import { createDevicesRepository } from '../features/devices/store/devices.repository.ts'
import { createSecretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/database/database.ts'
import { createLimits } from '../platform/limits/limits.ts'
import { createLog } from '../platform/log.ts'
import { NO_OTHERS } from '../platform/nodes/node-bus.ts'
import { createNodeCalls } from '../platform/nodes/node-calls.ts'
import { createWork } from '../platform/nodes/work.ts'
import { silentRealtime } from './silent-realtime.ts'

export const plainDevicesRepository = (db: Db, nodeId = 'node') =>
  createDevicesRepository(db, createSecretBox(Buffer.alloc(32, 1)), nodeId)

/** The service of devices on a database, without anybody who listens. */
export function plainDevices(
  db: Db,
  given: Partial<DeviceServiceDeps> & Pick<DeviceServiceDeps, 'network'>,
) {
  const clock = given.clock ?? createFakeClock()
  return createDeviceService({
    devices: plainDevicesRepository(db),
    newChats: createNewChatsRepository(db),
    leases: {
      keep: () => {},
      of: () => null,
      all: () => [],
      where: { isHere: () => true, nodeOf: async () => null },
      takeOver: async () => {},
    },
    bus: NO_OTHERS,
    calls: createNodeCalls({ bus: NO_OTHERS, nodeId: 'node', clock: createFakeClock() }),
    planOf: async () => 'Pro',
    realtime: silentRealtime(),
    clock,
    limits: createLimits(clock),
    sessionLimit: createSessionLimit(createLimits(clock), 100_000),
    work: createWork(null),
    log: createLog('silent'),
    random: () => 0,
    onConnected: () => {},
    onDisconnected: () => {},
    onLeft: async () => {},
    onTaken: async () => {},
    listChangedHere: () => {},
    onRenamed: () => {},
    restsUntil: () => null,
    healthOf: async () => UNKNOWN_HEALTH,
    proxyHostsOf: async () => new Map(),
    forgetProxy: async () => false,
    isQuiet: () => false,
    onLimitsChanged: async () => {},
    onRemoved: async () => {},
    ...given,
  })
}

/** The server starts anew: it takes all devices, and connects those that are wanted. */
export async function comeBack(
  db: Db,
  service: ReturnType<typeof createDeviceService>,
): Promise<void> {
  const leases = createLeasesRepository(db, 'node')
  await leases.freeAllOf('node')
  for (const device of await leases.take(100, 0)) await service.take(device)
  await service.part.start()
  await service.reconnecting.start()
}

/** A network on which nothing happens by itself; `sessions` hear what a test lets happen. */
export function stillNetwork() {
  const sessions: SessionListener[] = []
  const network: WhatsAppNetwork = {
    link: () => ({ withdraw: () => true, answerPasskey: () => {}, confirmPasskey: () => {} }),
    open(_id, listener) {
      sessions.push(listener)
      return { close: async () => {}, logOut: async () => {} }
    },
  }
  return { network, sessions }
}
