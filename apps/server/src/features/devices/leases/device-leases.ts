import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import { KINDS, type Kind, type LeasesRepository, type Taken } from './leases.repository.ts'

/** Taken or given back at once: between two steps others are served. */
const STEP = 50
/** Given to others at once, so that not all of them connect anew at the same time. */
const MOVED_AT_ONCE = 10
/** What failed, and what may be lost, is looked at again. */
const AGAIN_MS = 2000

/** Where this node stands among those that take part, in an order that is the same for all. */
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
  onTaken(device: Taken): Promise<void>
  /** Ends everything done for it here; resolves once nothing more leaves. */
  letGo(deviceId: string): Promise<void>
  /** It has come to this node, or has left it. */
  onHeld(deviceId: string): void
  /** Another node lets go of what it has lost; resolves once it has, or is away. */
  letOtherDrop(nodeId: string): Promise<void>
  /** There is something for other nodes to take. */
  onGiven(): void
  onFault(error: unknown): void
}

/**
 * The devices that this node has. Each round it takes what no node has, up to its share, and gives
 * back what is above it.
 */
export function createDeviceLeases(deps: LeasesDeps) {
  const { leases, clock } = deps
  const held = new Map<string, number>()
  /** Being given back: nothing is begun for them here. */
  const leaving = new Map<string, Promise<void>>()
  let stopped = false
  let takesNone = false
  let running: Promise<void> = Promise.resolve()
  let queued = false
  /** Leased to this node, which did not know of them when it looked last. */
  let strays: ReadonlyMap<string, number> = new Map()
  let isDue = false
  let cancelAgain: (() => void) | null = null

  /** What fails for one device keeps no other waiting. */
  async function tried(work: () => Promise<void>): Promise<void> {
    await work().catch(failed)
  }

  function failed(error: unknown): void {
    deps.onFault(error)
    isDue = true
  }

  async function take(kind: Kind, most: number): Promise<void> {
    for (let left = most; left > 0 && !stopped; ) {
      const taken = await leases.take(kind, Math.min(left, STEP), clock.now())
      if (taken.length === 0) return
      for (const device of taken) await tried(() => begin(device))
      left -= taken.length
      await setImmediate()
    }
  }

  /** One that cannot be begun is given back, and taken anew. */
  async function begin(device: Taken): Promise<void> {
    hold(device.id, device.lease)
    try {
      await deps.onTaken(device)
    } catch (error) {
      drop(device.id)
      throw error
    }
  }

  function hold(deviceId: string, lease: number): void {
    held.set(deviceId, lease)
    deps.onHeld(deviceId)
  }

  function drop(deviceId: string): void {
    held.delete(deviceId)
    deps.onHeld(deviceId)
  }

  /** One that could not be ended, or given, is a stray from here on. */
  async function give(deviceId: string): Promise<void> {
    const given = Promise.withResolvers<void>()
    leaving.set(deviceId, given.promise)
    try {
      await deps.letGo(deviceId).finally(() => drop(deviceId))
      await leases.giveBack(deviceId)
    } finally {
      leaving.delete(deviceId)
      given.resolve()
    }
  }

  /** The node to be asked about a device; null for this one, which takes what no node has. */
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
      againLater()
      throw error
    }
  }

  async function giveAll(deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length === 0) return
    await Promise.all(deviceIds.map((deviceId) => tried(() => give(deviceId))))
    deps.onGiven()
  }

  /** What was taken by others meanwhile, a device that was linked again elsewhere, say. */
  async function dropLost(): Promise<void> {
    const before = new Map(held)
    const mine = await leases.stillMine(before)
    // What has come meanwhile was not asked about.
    const isSame = (id: string) => held.get(id) === before.get(id)
    const lost = [...before.keys()].filter((id) => !mine.has(id) && isSame(id))
    for (const deviceId of lost) await tried(() => end(deviceId))
  }

  /** What may still run here is ended later. */
  async function end(deviceId: string): Promise<void> {
    const lease = held.get(deviceId) ?? 0
    drop(deviceId)
    try {
      await deps.letGo(deviceId)
    } catch (error) {
      if (!held.has(deviceId)) held.set(deviceId, lease)
      throw error
    }
  }

  /**
   * Gives back what is leased to this node without its knowing, since the answer was lost when it
   * took it, or since it could not begin. Not at first sight: it may be about to learn of it.
   */
  async function giveStrays(): Promise<void> {
    const mine = await leases.all()
    const now = new Map([...mine].filter(([id]) => !held.has(id)))
    await giveAll([...now].flatMap(([id, lease]) => (strays.get(id) === lease ? [id] : [])))
    strays = now
    if (now.size > 0) isDue = true
  }

  async function round(): Promise<void> {
    await dropLost()
    await giveStrays()
    const { rank, nodes } = await deps.standing()
    takesNone = rank < 0
    for (const kind of KINDS) {
      if (takesNone) await drain(kind)
      else await even(kind, rank, nodes)
    }
  }

  async function even(kind: Kind, rank: number, nodes: number): Promise<void> {
    const { total, mine } = await leases.held(kind)
    const share = shareOf(total, rank, nodes)
    if (mine < share) await take(kind, share - mine)
    if (mine > share) {
      await giveAll(await leases.last(kind, Math.min(mine - share, MOVED_AT_ONCE)))
    }
  }

  /** In steps, until it has none or takes devices again. */
  async function drain(kind: Kind): Promise<void> {
    const asked = new Set<string>()
    while (!stopped && (await deps.standing()).rank < 0) {
      const step = await leases.last(kind, MOVED_AT_ONCE)
      // What could not be given is tried again later.
      if (step.every((id) => asked.has(id))) return
      await giveAll(step)
      for (const id of step) asked.add(id)
      await setImmediate()
    }
  }

  /** One round after another; what is asked for meanwhile is one more. */
  function again(): Promise<void> {
    if (queued || stopped) return running
    queued = true
    running = running.then(async () => {
      queued = false
      if (stopped) return
      await tried(round)
      if (isDue) againLater()
    })
    return running
  }

  function againLater(): void {
    isDue = false
    cancelAgain?.()
    cancelAgain = clock.after(AGAIN_MS, () => void again())
  }

  const part: Part = {
    name: 'leases of devices',
    async start() {
      await round()
      if (isDue) againLater()
    },
    /** Everything that is done for devices has ended. */
    async stop() {
      stopped = true
      cancelAgain?.()
      await running
      await giveAll([...held.keys()])
    },
  }

  return {
    part,
    again,
    /** Its lease, while this node has it. */
    of: (deviceId: string): number | null => held.get(deviceId) ?? null,
    all: (): Iterable<string> => held.keys(),
    where: {
      isHere: (deviceId: string): boolean => held.has(deviceId) && !leaving.has(deviceId),
      nodeOf,
    },
    /** From here on this node has it alone, whichever had it before. */
    async takeOver(deviceId: string): Promise<void> {
      if (held.has(deviceId)) return
      const taken = await leases.takeOver(deviceId)
      if (!taken) return
      hold(deviceId, taken.lease)
      const { before } = taken
      if (before !== null && before !== deps.nodeId) await deps.letOtherDrop(before)
    },
    /** It was linked here. */
    keep(deviceId: string, lease: number): void {
      hold(deviceId, lease)
      if (takesNone) void again()
    },
  }
}

export type DeviceLeases = ReturnType<typeof createDeviceLeases>

/** How many of `total` a node has that stands `rank`-th (from 0) of `nodes` that take part. */
export function shareOf(total: number, rank: number, nodes: number): number {
  if (rank < 0 || nodes === 0) return 0
  return Math.floor(total / nodes) + (rank < total % nodes ? 1 : 0)
}
