import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { LeasesRepository, TakenDevice } from './leases.repository.ts'

/** Devices taken or given back in one step; requests are served between two steps. */
const STEP = 50
/** Devices given to other nodes at once, so that not all reconnect at the same time. */
const MOVED_AT_ONCE = 10
/** Delay before a failed round is retried. */
const AGAIN_MS = 2000

/** This node's rank among the participating nodes, in the same order on all of them. */
export interface Standing {
  /** From 0; -1 while this one takes no devices. */
  readonly rank: number
  readonly nodes: number
}

export interface LeasesDeps {
  readonly leases: LeasesRepository
  readonly nodeId: string
  readonly clock: Clock
  standing(): Promise<Standing>
  onTaken(device: TakenDevice): Promise<void>
  /** Stops all work for the device here; resolves once nothing more is sent over it. */
  letGo(deviceId: string): Promise<void>
  /** This node has got its lease, or has given it up. */
  onHeld(deviceId: string): void
  /** Asks another node to drop lost leases; resolves once it has, or is unreachable. */
  letOtherDrop(nodeId: string): Promise<void>
  /** Free devices wait for other nodes to take them. */
  onGiven(): void
  onFault(error: unknown): void
}

/**
 * The leases of this node. Each round takes free devices up to the node's share, and gives back
 * those above it.
 */
export function createDeviceLeases(deps: LeasesDeps) {
  const { leases, clock } = deps
  const ownLeases = new Map<string, number>()
  /** Devices being given back: no new work begins for them here. */
  const leaving = new Map<string, Promise<void>>()
  let stopped = false
  let takesNone = false
  let running: Promise<void> = Promise.resolve()
  let queued = false
  /** Devices leased to this node in the database that it did not know in the last round. */
  let strays: ReadonlyMap<string, number> = new Map()
  let isDue = false
  let cancelAgain: (() => void) | null = null

  /** A failure of one device delays no other. */
  async function runSafely(work: () => Promise<void>): Promise<void> {
    await work().catch(failed)
  }

  function failed(error: unknown): void {
    deps.onFault(error)
    isDue = true
  }

  async function take(most: number): Promise<void> {
    for (let remaining = most; remaining > 0 && !stopped; ) {
      const taken = await leases.take(Math.min(remaining, STEP), clock.now())
      if (taken.length === 0) return
      for (const device of taken) await runSafely(() => begin(device))
      remaining -= taken.length
      await setImmediate()
    }
  }

  /** A device whose work cannot begin is given back, and taken again later. */
  async function begin(device: TakenDevice): Promise<void> {
    hold(device.id, device.lease)
    try {
      await deps.onTaken(device)
    } catch (error) {
      drop(device.id)
      throw error
    }
  }

  function hold(deviceId: string, lease: number): void {
    ownLeases.set(deviceId, lease)
    deps.onHeld(deviceId)
  }

  function drop(deviceId: string): void {
    ownLeases.delete(deviceId)
    deps.onHeld(deviceId)
  }

  /** A device that could not be stopped or given back becomes a stray. */
  async function give(deviceId: string): Promise<void> {
    const finished = Promise.withResolvers<void>()
    leaving.set(deviceId, finished.promise)
    try {
      await deps.letGo(deviceId).finally(() => drop(deviceId))
      await leases.giveBack(deviceId)
    } finally {
      leaving.delete(deviceId)
      finished.resolve()
    }
  }

  /** The node that has a device; null for this one, which takes it first if it is free. */
  async function nodeOf(deviceId: string): Promise<string | null> {
    await leaving.get(deviceId)
    if (!stopped) await takeFree(deviceId)
    const node = await leases.nodeOf(deviceId)
    return node === deps.nodeId ? null : node
  }

  async function takeFree(deviceId: string): Promise<void> {
    try {
      for (const taken of await leases.takeThese([deviceId], clock.now())) await begin(taken)
    } catch (error) {
      retryLater()
      throw error
    }
  }

  async function giveAll(deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length === 0) return
    await Promise.all(deviceIds.map((deviceId) => runSafely(() => give(deviceId))))
    deps.onGiven()
  }

  /** Drops leases that other nodes have taken, for example by linking a device again. */
  async function dropLost(): Promise<void> {
    const before = new Map(ownLeases)
    const mine = await leases.stillMine(before)
    // Leases taken during the query are not part of its answer.
    const isSame = (id: string) => ownLeases.get(id) === before.get(id)
    const lost = [...before.keys()].filter((id) => !mine.has(id) && isSame(id))
    for (const deviceId of lost) await runSafely(() => end(deviceId))
  }

  /** If stopping fails, the lease is kept so that the next round tries again. */
  async function end(deviceId: string): Promise<void> {
    const lease = ownLeases.get(deviceId) ?? 0
    drop(deviceId)
    try {
      await deps.letGo(deviceId)
    } catch (error) {
      if (!ownLeases.has(deviceId)) ownLeases.set(deviceId, lease)
      throw error
    }
  }

  /**
   * Gives back devices that are leased to this node without its knowledge, because an answer of the
   * database was lost or their work could not begin. Only in the second round, because a take may
   * be in progress in the first.
   */
  async function giveStrays(): Promise<void> {
    const mine = await leases.all()
    const now = new Map([...mine].filter(([id]) => !ownLeases.has(id)))
    await giveAll([...now].flatMap(([id, lease]) => (strays.get(id) === lease ? [id] : [])))
    strays = now
    if (now.size > 0) isDue = true
  }

  async function round(): Promise<void> {
    await dropLost()
    await giveStrays()
    const { rank, nodes } = await deps.standing()
    takesNone = rank < 0
    await (takesNone ? drain() : even(rank, nodes))
  }

  async function even(rank: number, nodes: number): Promise<void> {
    const { total, mine } = await leases.counts()
    const share = shareOf(total, rank, nodes)
    if (mine < share) await take(share - mine)
    if (mine > share) {
      await giveAll(await leases.last(Math.min(mine - share, MOVED_AT_ONCE)))
    }
  }

  /** Gives back in steps, until the node has none or takes devices again. */
  async function drain(): Promise<void> {
    const attempted = new Set<string>()
    while (!stopped && (await deps.standing()).rank < 0) {
      const step = await leases.last(MOVED_AT_ONCE)
      // Devices that could not be given back are retried later.
      if (step.every((id) => attempted.has(id))) return
      await giveAll(step)
      for (const id of step) attempted.add(id)
      await setImmediate()
    }
  }

  /** Rounds run one after another; requests during a round add one more. */
  function requestRound(): Promise<void> {
    if (queued || stopped) return running
    queued = true
    running = running.then(async () => {
      queued = false
      if (stopped) return
      await runSafely(round)
      if (isDue) retryLater()
    })
    return running
  }

  function retryLater(): void {
    isDue = false
    cancelAgain?.()
    cancelAgain = clock.after(AGAIN_MS, () => void requestRound())
  }

  const part: Part = {
    name: 'leases of devices',
    async start() {
      await round()
      if (isDue) retryLater()
    },
    /** Called once all work for devices has stopped. */
    async stop() {
      stopped = true
      cancelAgain?.()
      await running
      await giveAll([...ownLeases.keys()])
    },
  }

  return {
    part,
    requestRound,
    /** Its lease, while this node has it. */
    of: (deviceId: string): number | null => ownLeases.get(deviceId) ?? null,
    all: (): Iterable<string> => ownLeases.keys(),
    where: {
      isHere: (deviceId: string): boolean => ownLeases.has(deviceId) && !leaving.has(deviceId),
      nodeOf,
    },
    /** Takes the lease of a device, whichever node had it before. */
    async takeOver(deviceId: string): Promise<void> {
      if (ownLeases.has(deviceId)) return
      const taken = await leases.takeOver(deviceId)
      if (!taken) return
      hold(deviceId, taken.lease)
      const { before } = taken
      if (before !== null && before !== deps.nodeId) await deps.letOtherDrop(before)
    },
    /** The device was linked on this node. */
    keep(deviceId: string, lease: number): void {
      hold(deviceId, lease)
      if (takesNone) void requestRound()
    },
  }
}

export type DeviceLeases = ReturnType<typeof createDeviceLeases>

/** The share of `total` devices of the node with this rank, from 0, among `nodes`. */
export function shareOf(total: number, rank: number, nodes: number): number {
  if (rank < 0 || nodes === 0) return 0
  return Math.floor(total / nodes) + (rank < total % nodes ? 1 : 0)
}
