import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import { ABOUT_MAX_BYTES, type MirrorTopic, type NodeBus } from './node-bus.ts'
import { pack } from './pack-entries.ts'

/** Changes within this time are published together, and repeated ones of a key once. */
const PUBLISH_AFTER_MS = 100
/** Keys per step; other work runs between two steps. */
const STEP = 200
/** The size of a message without its entries. */
const ENVELOPE_BYTES = 200

const Entry = z.tuple([z.string().max(64), z.number(), z.unknown()])
const Message = z.object({
  /** Counts how often the node has published everything. */
  turn: z.number(),
  /** True for the last message of a full publication. */
  ends: z.boolean(),
  entries: z.array(Entry).max(ABOUT_MAX_BYTES),
})

export interface MirrorDeps<T> {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly topic: MirrorTopic
  /** Values of other versions that do not match are ignored. */
  readonly value: z.ZodType<T>
  /** The keys of this node. */
  keys(): Iterable<string>
  /**
   * If two nodes publish the same key, the higher rank counts. Null if this node does not have it.
   */
  rankOf(key: string): number | null
  valueOf(key: string): T
  /** The value of another node has changed; null if it no longer has one. */
  onRemoteChange(key: string, now: T | null, before: T | null): void
}

interface RemoteEntry<T> {
  readonly node: string
  readonly turn: number
  readonly rank: number
  readonly value: T
}

export interface NodeMirror<T> {
  readonly part: Part
  /** The value of another node; null if no other node has the key, or this one has it. */
  of(key: string): T | null
  /** The node that has the key. */
  nodeOf(key: string): string | null
  /** All values of other nodes. */
  all(): Iterable<T>
  /** Its value has changed here, or the key has come to this node or left it. */
  changed(key: string): void
  /** Call when these nodes have left. */
  forget(nodeIds: readonly string[]): void
}

/**
 * Replicates values that each node has in memory to the other nodes. Each publishes its changes,
 * and everything when another node starts or has missed messages. It lags a little, so it must not
 * decide anything on which the database has the last word.
 */
export function createMirror<T>(deps: MirrorDeps<T>): NodeMirror<T> {
  const { bus, clock, topic } = deps
  const remote = new Map<string, RemoteEntry<T>>()
  /** The last published entry of each key. */
  const published = new Map<string, { readonly rank: number; readonly text: string }>()
  const waiting = new Set<string>()
  let turn = 0
  let isFullRequested = false
  let cancelPublish: (() => void) | null = null
  let stopped = false

  function currentOf(key: string): RemoteEntry<T> | null {
    const other = remote.get(key)
    return other && isCurrent(key, other) ? other : null
  }

  function isCurrent(key: string, { rank }: RemoteEntry<T>): boolean {
    const own = deps.rankOf(key)
    return own === null || rank > own
  }

  /** Null if it is published already. */
  function entryOf(key: string, all: boolean): string | null {
    const before = published.get(key)
    const rank = deps.rankOf(key)
    if (rank === null) {
      published.delete(key)
      return before ? JSON.stringify([key, before.rank, null]) : null
    }
    const text = JSON.stringify([key, rank, deps.valueOf(key)])
    if (!all && before?.text === text) return null
    published.set(key, { rank, text })
    return text
  }

  function publish(keys: readonly string[], all: boolean): void {
    const entries = keys.flatMap((key) => entryOf(key, all) ?? [])
    for (const group of pack(entries, ABOUT_MAX_BYTES - ENVELOPE_BYTES)) send(group, false)
  }

  function send(entries: readonly string[], ends: boolean): void {
    bus.publish(topic, `{"turn":${turn},"ends":${ends},"entries":[${entries.join(',')}]}`)
  }

  async function publishAll(): Promise<void> {
    turn += 1
    published.clear()
    const mine = turn
    const keys = [...deps.keys()]
    for (let at = 0; at < keys.length; at += STEP) {
      publish(keys.slice(at, at + STEP), true)
      await setImmediate()
      // Started again or stopped in the meantime.
      if (turn !== mine || stopped) return
    }
    send([], true)
  }

  function publishSoon(): void {
    cancelPublish ??= clock.after(PUBLISH_AFTER_MS, () => {
      cancelPublish = null
      const keys = [...waiting]
      waiting.clear()
      if (isFullRequested) void publishAll()
      else publish(keys, false)
      isFullRequested = false
    })
  }

  function receive(about: string, node: string): void {
    const message = read(about)
    if (!message) return
    for (const [key, rank, value] of message.entries) {
      const parsed = deps.value.safeParse(value)
      put(key, parsed.success ? { node, turn: message.turn, rank, value: parsed.data } : null, node)
    }
    if (message.ends) drop((one) => one.node === node && one.turn < message.turn)
  }

  function put(key: string, now: RemoteEntry<T> | null, node: string): void {
    const before = remote.get(key)
    if (before && before.node !== node && (now === null || before.rank > now.rank)) return
    if (now) remote.set(key, now)
    else remote.delete(key)
    if (now || before) deps.onRemoteChange(key, now?.value ?? null, before?.value ?? null)
  }

  function drop(isGone: (one: RemoteEntry<T>) => boolean): void {
    for (const [key, one] of [...remote]) if (isGone(one)) put(key, null, one.node)
  }

  const requestAll = () => bus.publish('who_has', topic)
  bus.on(topic, receive)
  bus.on('who_has', (requested) => {
    if (requested !== topic) return
    isFullRequested = true
    publishSoon()
  })
  bus.onMissed(requestAll)

  return {
    part: {
      name: `mirror of ${topic}`,
      start: async () => requestAll(),
      async stop() {
        stopped = true
        cancelPublish?.()
      },
    },
    of: (key) => currentOf(key)?.value ?? null,
    nodeOf: (key) => currentOf(key)?.node ?? null,
    *all() {
      for (const [key, one] of remote) if (isCurrent(key, one)) yield one.value
    },
    changed(key) {
      if (!bus.isShared || stopped) return
      waiting.add(key)
      publishSoon()
    },
    forget: (nodeIds) => drop(({ node }) => nodeIds.includes(node)),
  }
}

function read(about: string): z.infer<typeof Message> | null {
  try {
    return Message.safeParse(JSON.parse(about)).data ?? null
  } catch {
    return null
  }
}
