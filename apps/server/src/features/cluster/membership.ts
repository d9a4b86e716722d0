import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { NamedNode, Node, NodesRepository } from './nodes.repository.ts'
import type { TakeOversRepository } from './take-overs.repository.ts'

/** How often a node updates its heartbeat, and checks those of the others. */
const BEAT_EVERY_MS = 2000
/** A node is silent after this long without a heartbeat: five of them. */
export const SILENT_AFTER_MS = 10_000
/** After a longer pause between two heartbeats the node itself was probably frozen. */
const GAP_MAX_MS = SILENT_AFTER_MS / 2

export interface MembershipDeps {
  readonly node: Node
  readonly nodes: NodesRepository
  readonly takeOvers: Pick<TakeOversRepository, 'noteFreed'>
  readonly events: ClusterEventsRepository
  readonly clock: Clock
  readonly log: Log
  /** Whether there may be other nodes. */
  readonly isShared: boolean
  /**
   * Blocks new database connections once this node has left the cluster, and then calls `onLeft`.
   */
  guard(onLeft: () => void): void
  /** Ends the database connections of a node that has left; resolves once they are closed. */
  fence(nodeId: string): Promise<void>
  /** Releases the devices of a node, and returns how many there were. */
  freeDevicesOf(nodeId: string): Promise<number>
  /** The figures of this node, as JSON. */
  figures(): string
  /** Called when nodes have joined or left, or devices were released. */
  onChange(): void
  /** Called when these nodes have left or were evicted. */
  onGone(nodeIds: readonly string[]): void
  /** Called when the other nodes have evicted this one. */
  onLost(): void
}

/** The membership of this server in the cluster of those that share the database. */
export function createMembership(deps: MembershipDeps) {
  const { node, nodes, takeOvers, events, clock, log } = deps
  let cancel = () => {}
  let beating: Promise<void> = Promise.resolve()
  let stopped = false
  let lastSnapshot = ''
  let presentIds: readonly string[] = []
  /**
   * When this node's heartbeats began to arrive without a gap; null while they do not. Only a node
   * without gaps may evict others.
   */
  let healthySince: number | null = null
  /** The time, by this node's clock, until which no other node evicts it. */
  let presentUntil = 0
  let beatAt = 0
  /**
   * Nodes that are marked as left, but not yet fenced and released. Retried with each heartbeat.
   */
  const toEvict = new Map<string, NamedNode>()

  /**
   * Ends the writes of a node that is marked as left, and then frees its devices. Both steps are
   * idempotent. Returns how many devices it had.
   */
  async function evict(nodeId: string): Promise<number> {
    await deps.fence(nodeId)
    return deps.freeDevicesOf(nodeId)
  }

  async function evictSilent({ id, name }: NamedNode): Promise<void> {
    const devices = await evict(id)
    toEvict.delete(id)
    if (await takeOvers.noteFreed(id, devices)) {
      log.warn({ nodeId: id, devices }, 'a silent node was evicted')
      await events.add('node_silent', { node: id, name, devices })
    }
    deps.onChange()
  }

  /** A failure with one node does not keep the others from being evicted. */
  async function evictAll(silent: readonly NamedNode[]): Promise<void> {
    for (const one of silent) {
      await nodes.leave(one.id, 'silent')
      toEvict.set(one.id, one)
    }
    for (const one of [...toEvict.values()]) {
      await evictSilent(one).catch((err: unknown) =>
        log.warn({ err, nodeId: one.id }, 'a silent node could not be evicted yet'),
      )
    }
  }

  /** Reports once that this node was evicted. */
  function onEvicted(): void {
    if (stopped) return
    stopped = true
    presentUntil = 0
    log.warn({ nodeId: node.id }, 'the other nodes have evicted this one')
    deps.onLost()
  }

  async function beat(): Promise<void> {
    const startedAt = clock.now()
    const answer = await nodes.beat(node.id, deps.figures())
    if (answer === null) return onEvicted()
    if (stopped) return
    presentUntil = startedAt + SILENT_AFTER_MS
    // Other nodes may have been frozen at the same time, and are about to send a heartbeat.
    const isLate = clock.now() - startedAt > BEAT_EVERY_MS || startedAt - beatAt > GAP_MAX_MS
    beatAt = clock.now()
    healthySince = healthySince === null || isLate ? beatAt : healthySince
    const present = await nodes.present()
    const snapshot = JSON.stringify(present)
    const ids = present.map(({ id }) => id)
    const departed = presentIds.filter((id) => !ids.includes(id))
    presentIds = ids
    if (departed.length > 0) deps.onGone(departed)
    if (snapshot !== lastSnapshot) deps.onChange()
    lastSnapshot = snapshot
    if (healthySince === null || clock.now() - healthySince < SILENT_AFTER_MS) return
    await evictAll(await nodes.silent(node.id, SILENT_AFTER_MS))
  }

  function schedule(): void {
    if (stopped || !deps.isShared) return
    cancel = clock.after(BEAT_EVERY_MS, () => {
      beating = beat()
        .catch((err: unknown) => {
          healthySince = null
          log.warn({ err }, 'the heartbeat could not be written')
        })
        .finally(schedule)
    })
  }

  const part: Part = {
    name: 'membership',
    async start() {
      for (const earlier of await nodes.earlierRuns(node.id, deps.isShared ? node.home : null)) {
        await nodes.leave(earlier, 'silent')
        await evict(earlier)
      }
      await nodes.forgetEarlierRuns(node)
      presentUntil = clock.now() + SILENT_AFTER_MS
      await nodes.join({ ...node })
      deps.guard(onEvicted)
      await events.add('node_joined', { node: node.id, name: node.name })
      schedule()
    },
    async stop() {
      stopped = true
      cancel()
      await beating
      // Releases devices that the node could not release while stopping: a node that has left is
      // never evicted.
      await deps.freeDevicesOf(node.id)
      if (await nodes.leave(node.id, 'stopped')) {
        await events.add('node_stopped', { node: node.id, name: node.name })
      }
    },
  }

  return {
    part,
    /** Whether others may have evicted this node by now, for example after it was frozen. */
    mayBeReplaced: (): boolean => deps.isShared && clock.now() >= presentUntil,
    /**
     * The rank of this node among those that accept devices. If all nodes are draining, all of them
     * accept devices, because otherwise no node would.
     */
    async standing(): Promise<{ rank: number; nodes: number }> {
      const present = await nodes.present()
      const serving = present.filter(({ draining }) => !draining)
      const taking = serving.length > 0 ? serving : present
      return { rank: taking.findIndex(({ id }) => id === node.id), nodes: taking.length }
    },
  }
}
