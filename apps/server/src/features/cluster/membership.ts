import type { Clock } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { ClusterEventsRepository } from './cluster-events.repository.ts'
import type { Named, Node, NodesRepository } from './nodes.repository.ts'
import type { TakeOversRepository } from './take-overs.repository.ts'

/** How often a node says that it is there, and looks after the others. */
const BEAT_EVERY_MS = 2000
/** A node that has not been heard of for so long is silent: five beats. */
export const SILENT_AFTER_MS = 10_000
/** After a longer pause between two beats a node was frozen itself, or nearly so. */
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
  /** From here on nothing is written for this node once it has left, which `onLeft` hears. */
  guard(onLeft: () => void): void
  /** Ends everything that a node which has left is still writing; resolves once it has ended. */
  fence(nodeId: string): Promise<void>
  /** No node has the devices of this one any more; returns how many there were. */
  freeDevicesOf(nodeId: string): Promise<number>
  /** Figures of this node as JSON. */
  figures(): string
  /** Nodes have come or gone, or devices are free. */
  onChange(): void
  /** These have left, or were buried. */
  onGone(nodeIds: readonly string[]): void
  /** The others have gone on without this node. */
  onLost(): void
}

/** This server among those that share the database. */
export function createMembership(deps: MembershipDeps) {
  const { node, nodes, takeOvers, events, clock, log } = deps
  let cancel = () => {}
  let beating: Promise<void> = Promise.resolve()
  let stopped = false
  let seen = ''
  let known: readonly string[] = []
  /** Since when its own beats have arrived without a gap: only then it may judge others. */
  let heardSince: number | null = null
  /** Before that nobody buries this node, by its own clock. */
  let presentUntil = 0
  let beatAt = 0
  /** Closed, and still to be fenced or freed: what failed is tried again at the next beat. */
  const unburied = new Map<string, Named>()

  /**
   * A node that is closed: from here on it can write nothing, and then others may have its devices.
   * What a kill cuts off is done again, as each step may be. Returns how many it had.
   */
  async function bury(nodeId: string): Promise<number> {
    await deps.fence(nodeId)
    return deps.freeDevicesOf(nodeId)
  }

  async function burySilent({ id, name }: Named): Promise<void> {
    const devices = await bury(id)
    unburied.delete(id)
    if (await takeOvers.noteFreed(id, devices)) {
      log.warn({ nodeId: id, devices }, 'a node does not answer: others have its devices')
      await events.add('node_silent', { node: id, name, devices })
    }
    deps.onChange()
  }

  /** One that cannot be ended yet keeps no other from being buried. */
  async function buryAll(silent: readonly Named[]): Promise<void> {
    for (const one of silent) {
      await nodes.leave(one.id, 'silent')
      unburied.set(one.id, one)
    }
    for (const one of [...unburied.values()]) {
      await burySilent(one).catch((err: unknown) =>
        log.warn({ err, nodeId: one.id }, 'a node that does not answer could not be ended yet'),
      )
    }
  }

  /** Nothing that it does counts any more: it is told once. */
  function lost(): void {
    if (stopped) return
    stopped = true
    presentUntil = 0
    log.warn({ nodeId: node.id }, 'the other nodes have gone on without this one')
    deps.onLost()
  }

  async function beat(): Promise<void> {
    const began = clock.now()
    const answer = await nodes.beat(node.id, deps.figures())
    if (answer === null) return lost()
    if (stopped) return
    presentUntil = began + SILENT_AFTER_MS
    // Others may have been frozen with it, and are about to beat.
    const isLate = clock.now() - began > BEAT_EVERY_MS || began - beatAt > GAP_MAX_MS
    beatAt = clock.now()
    heardSince = heardSince === null || isLate ? beatAt : heardSince
    const present = await nodes.present()
    const picture = JSON.stringify(present)
    const ids = present.map(({ id }) => id)
    const gone = known.filter((id) => !ids.includes(id))
    known = ids
    if (gone.length > 0) deps.onGone(gone)
    if (picture !== seen) deps.onChange()
    seen = picture
    if (heardSince === null || clock.now() - heardSince < SILENT_AFTER_MS) return
    await buryAll(await nodes.silent(node.id, SILENT_AFTER_MS))
  }

  function schedule(): void {
    if (stopped || !deps.isShared) return
    cancel = clock.after(BEAT_EVERY_MS, () => {
      beating = beat()
        .catch((err: unknown) => {
          heardSince = null
          log.warn({ err }, 'the other nodes were not told that this one is there')
        })
        .finally(schedule)
    })
  }

  const part: Part = {
    name: 'membership',
    async start() {
      for (const earlier of await nodes.earlierRuns(node)) {
        await nodes.leave(earlier, 'silent')
        await bury(earlier)
      }
      await nodes.forgetEarlierRuns(node)
      presentUntil = clock.now() + SILENT_AFTER_MS
      await nodes.join({ ...node })
      deps.guard(lost)
      await events.add('node_joined', { node: node.id, name: node.name })
      schedule()
    },
    async stop() {
      stopped = true
      cancel()
      await beating
      // What it could not give back while it stopped: nobody buries one that has left.
      await deps.freeDevicesOf(node.id)
      if (await nodes.leave(node.id, 'stopped')) {
        await events.add('node_stopped', { node: node.id, name: node.name })
      }
    },
  }

  return {
    part,
    /** Whether others may have buried this node by now: it may just have been frozen, say. */
    mayBeBuried: (): boolean => deps.isShared && clock.now() >= presentUntil,
    /**
     * Where this node stands among those that take devices. Where all drain, since the last that
     * did not has gone, all of them take devices: numbers are worse off without any node.
     */
    async standing(): Promise<{ rank: number; nodes: number }> {
      const present = await nodes.present()
      const serving = present.filter(({ draining }) => !draining)
      const taking = serving.length > 0 ? serving : present
      return { rank: taking.findIndex(({ id }) => id === node.id), nodes: taking.length }
    },
  }
}
