import { nodeDirOf } from '../config.ts'
import { createClusterEventsRepository } from '../features/cluster/cluster-events.repository.ts'
import { createMembership } from '../features/cluster/membership.ts'
import { connectionName } from '../features/cluster/node-guard.ts'
import { createNodesRepository } from '../features/cluster/nodes.repository.ts'
import { createDeviceLeases } from '../features/devices/leases/device-leases.ts'
import { createLeasesRepository } from '../features/devices/leases/leases.repository.ts'
import { createOwnedDevices } from '../features/devices/leases/owned-devices.ts'
import { openDatabase } from '../platform/database/database.ts'
import { databaseNow } from '../platform/database/database-clock.ts'
import { endConnections } from '../platform/database/end-connections.ts'
import type { Part } from '../platform/lifecycle.ts'
import { nodeHome } from '../platform/nodes/node-home.ts'
import type { Base } from './base.ts'
import type { Rooms } from './rooms.ts'

/** Wires this server with others on the same database, and the devices that it has of all. */
export function wireCluster(base: Base, rooms: Rooms, { onLost }: { onLost(): void }) {
  const { config, clock, log, db, nodeId, bus } = base
  const isShared = config.databaseUrl !== null
  const now = databaseNow(isShared, clock)
  // Beats do not wait behind what keeps the other connections busy.
  const beatsOver = config.databaseUrl
    ? openDatabase({ ...base.postgresAccess(config.databaseUrl), connections: 1 }, log)
    : db
  const repository = createLeasesRepository(db, nodeId)
  const leases = createDeviceLeases({
    leases: repository,
    clock,
    standing: () => membership.standing(),
    onTaken: (device) => rooms.devices().taken(device),
    letGo: (deviceId) => rooms.devices().letGo(deviceId),
    onHeld: (deviceId) => {
      rooms.devices().standings.changed(deviceId)
      rooms.campaigns().sendingChanged(deviceId)
    },
    onGiven: () => bus.tell('devices_free', ''),
    onFault: (err) => log.error({ err }, 'devices were not shared out'),
  })
  const membership = createMembership({
    node: {
      id: nodeId,
      home: nodeHome(nodeDirOf(config)),
      name: config.nodeName,
      address: `${config.host}:${config.port}`,
      version: base.version,
    },
    nodes: createNodesRepository(beatsOver, now),
    events: createClusterEventsRepository(beatsOver, now),
    clock,
    log,
    isShared,
    guard: base.nodeGuard.begin,
    async fence(id) {
      if (!isShared) return
      await endConnections(db, connectionName(id))
      // What it held is free from here on.
      bus.tell('work_left', '')
    },
    freeDevicesOf: repository.freeAllOf,
    figures: () => '{}',
    onChange() {
      void leases.again()
      base.work.left()
    },
    onGone: (nodeIds) => {
      rooms.devices().standings.forgetNodes(nodeIds)
      rooms.campaigns().forgetNodes(nodeIds)
    },
    onLost,
  })
  bus.on('devices_free', () => void leases.again())
  bus.onMissed(() => void leases.again())
  const part: Part = {
    ...membership.part,
    async stop() {
      await membership.part.stop()
      if (beatsOver !== db) await beatsOver.destroy()
    },
  }
  return { part, leases, owned: createOwnedDevices({ db, nodeId, leases, isShared }) }
}
