import { z } from 'zod'
import { nodeDirOf } from '../config.ts'
import { clusterRoutes } from '../features/cluster/cluster.routes.ts'
import { createClusterEventsRepository } from '../features/cluster/cluster-events.repository.ts'
import { createClusterPageRepository } from '../features/cluster/cluster-page.repository.ts'
import { createMembership } from '../features/cluster/membership.ts'
import { createNodeFigures } from '../features/cluster/node-figures.ts'
import { connectionName } from '../features/cluster/node-guard.ts'
import { createNodesRepository } from '../features/cluster/nodes.repository.ts'
import { createTakeOversRepository } from '../features/cluster/take-overs.repository.ts'
import { createTakeOvers } from '../features/cluster/take-overs.ts'
import { createDeviceLeases } from '../features/devices/leases/device-leases.ts'
import { createDevicesOfNodesRepository } from '../features/devices/leases/devices-of-nodes.repository.ts'
import {
  createLeasesRepository,
  type TakenDevice,
} from '../features/devices/leases/leases.repository.ts'
import { createOwnedDevices } from '../features/devices/leases/owned-devices.ts'
import { openDatabase } from '../platform/database/database.ts'
import { databaseNow } from '../platform/database/database-clock.ts'
import { endConnections } from '../platform/database/end-connections.ts'
import type { Part } from '../platform/lifecycle.ts'
import { memoryOfProcess } from '../platform/nodes/memory-of-process.ts'
import { nodeAddress } from '../platform/nodes/node-address.ts'
import { nodeHome } from '../platform/nodes/node-home.ts'
import { serveCalls } from '../platform/nodes/serve-calls.ts'
import { createListeners, type UpwardCall } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'

/** Wires this server into the cluster on its database, and its share of the devices. */
export function wireCluster(base: Base, { onLost }: { onLost(): void }) {
  const { config, clock, log, db, nodeId, bus, upward } = base
  const onTaken: UpwardCall<[device: TakenDevice], Promise<void>> = upward.one('a device is taken')
  const letGo: UpwardCall<[deviceId: string], Promise<void>> = upward.one('a device is let go')
  const isConnected = upward.one<[deviceId: string], boolean>('whether a device is connected')
  const isSending = upward.one<[deviceId: string], boolean>('whether a device is sending')
  const onHeld = createListeners<[deviceId: string]>()
  const onGone = createListeners<[nodeIds: readonly string[]]>()
  const isShared = config.databaseUrl !== null
  const now = databaseNow(isShared, clock)
  // Heartbeats have a connection of their own, so that they never wait.
  const beatsOver = config.databaseUrl
    ? openDatabase({ ...base.postgresAccess(config.databaseUrl), connections: 1 }, log)
    : db
  const repository = createLeasesRepository(db, nodeId)
  const devicesOfNodes = createDevicesOfNodesRepository(db)
  const leases = createDeviceLeases({
    leases: repository,
    nodeId,
    clock,
    standing: () => membership.standing(),
    onTaken,
    letGo,
    onHeld,
    letOtherDrop: async (other) => {
      await drop(other, 'lost', null).catch((err: unknown) =>
        log.warn({ err, nodeId: other }, 'a node did not confirm that it dropped a device'),
      )
    },
    onGiven: () => bus.publish('devices_free', ''),
    onFault: (err) => log.error({ err }, 'devices could not be shared out'),
  })
  const figures = createNodeFigures({
    clock,
    memory: memoryOfProcess,
    devices: () => [...leases.all()],
    isConnected,
    isSending,
  })
  const nodes = createNodesRepository(beatsOver, now)
  const events = createClusterEventsRepository(beatsOver, now)
  const takeOversRepository = createTakeOversRepository(beatsOver, now)
  const takeOvers = createTakeOvers({
    takeOvers: takeOversRepository,
    events,
    successorsOf: devicesOfNodes.successorsOf,
  })
  const shareOut = (): void => {
    leases
      .requestRound()
      .then(takeOvers.note)
      .catch((err: unknown) => log.warn({ err }, 'a take-over could not be stored'))
  }
  const drop = serveCalls(
    {
      calls: base.calls,
      log,
      where: { isHere: (id) => id === nodeId, nodeOf: async (id) => id },
    },
    'leases',
    // The node drops the devices that it has lost.
    { lost: { input: z.null(), output: z.void() } },
    { lost: () => leases.requestRound() },
  )
  const membership = createMembership({
    node: {
      id: nodeId,
      home: nodeHome(nodeDirOf(config)),
      name: config.nodeName,
      address: nodeAddress(config.host, config.port),
      version: base.version,
    },
    nodes: { ...nodes, beat: (...told) => figures.timed(() => nodes.beat(...told)) },
    takeOvers: takeOversRepository,
    events,
    clock,
    log,
    isShared,
    guard: base.nodeGuard.begin,
    async fence(id) {
      if (!isShared) return
      await endConnections(db, connectionName(id))
      // Its advisory locks are free now.
      bus.publish('work_left', '')
    },
    async freeDevicesOf(goneId) {
      const devices = await repository.freeAllOf(goneId)
      if (devices > 0) bus.publish('devices_free', '')
      return devices
    },
    figures: () => JSON.stringify(figures.now()),
    onChange() {
      shareOut()
      base.work.left()
    },
    onGone: (nodeIds) => {
      base.calls.forget(nodeIds)
      onGone(nodeIds)
    },
    onLost,
  })
  bus.on('devices_free', shareOut)
  bus.onMissed(shareOut)
  clusterRoutes(base.route, {
    db,
    clock,
    nodeId,
    isShared,
    nodes: (at) => createClusterPageRepository(at, now),
    events,
    heldByEach: devicesOfNodes.heldByEach,
    figures: figures.now,
    timed: figures.timed,
    nameOf: async (workspaceId) => (await base.accounts.findById(workspaceId))?.name ?? '',
    onChange() {
      bus.publish('devices_free', '')
      shareOut()
    },
  })
  const part: Part = {
    ...membership.part,
    async stop() {
      await membership.part.stop()
      if (beatsOver !== db) await beatsOver.destroy()
    },
  }
  return {
    part,
    onTaken,
    letGo,
    isConnected,
    isSending,
    /** This node has taken a device, or given it up. */
    onHeld: onHeld.add,
    /** Other nodes have left. */
    onGone: onGone.add,
    figures,
    leases,
    mayBeReplaced: membership.mayBeReplaced,
    owned: createOwnedDevices({ db, nodeId, leases, isShared }),
  }
}

export type Cluster = ReturnType<typeof wireCluster>
