import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import { ABOUT_MAX_BYTES, type MirrorTopic, type NodeBus } from './node-bus.ts'
import { packed } from './pack-entries.ts'

/** Changes of so long are told together, and one of something twice as one. */
const TOLD_AFTER_MS = 100
/** Read between two looks at what else there is to do. */
const STEP = 200
/** What is written around the entries. */
const ENVELOPE_BYTES = 200

const Entry = z.tuple([z.string().max(64), z.number(), z.unknown()])
const Message = z.object({
  /** Counts how often the node has told everything. */
  turn: z.number(),
  /** Whether everything has been told with it. */
  ends: z.boolean(),
  entries: z.array(Entry).max(ABOUT_MAX_BYTES),
})

export interface MirrorDeps<T> {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly topic: MirrorTopic
  /** What comes from a node that knows less, or more, is nothing where it does not fit. */
  readonly value: z.ZodType<T>
  /** What this node has. */
  keys(): Iterable<string>
  /** Where two nodes tell of the same, the higher rank is right; null while this one has it not. */
  rankOf(key: string): number | null
  valueOf(key: string): T
  /** Another node tells something else than before; null where it has it no more. */
  onHeard(key: string, now: T | null, before: T | null): void
}

interface Heard<T> {
  readonly node: string
  readonly turn: number
  readonly rank: number
  readonly value: T
}

export interface NodeMirror<T> {
  readonly part: Part
  /** As another node has it; null where none tells of it, or this one has it. */
  of(key: string): T | null
  /** Which one that is. */
  nodeOf(key: string): string | null
  /** Everything that others have. */
  all(): Iterable<T>
  /** It has changed here, has come to this node, or has left it. */
  changed(key: string): void
  /** These nodes have left. */
  forget(nodeIds: readonly string[]): void
}

/**
 * What each node has in memory, known to the others: each tells what has changed, and everything to
 * one that comes or has missed something. It lags a little, so nothing is decided by it that the
 * database does not hold.
 */
export function createMirror<T>(deps: MirrorDeps<T>): NodeMirror<T> {
  const { bus, clock, topic } = deps
  const heard = new Map<string, Heard<T>>()
  /** What the others know, and under which rank. */
  const told = new Map<string, { readonly rank: number; readonly text: string }>()
  const waiting = new Set<string>()
  let turn = 0
  let isAsked = false
  let cancelSoon: (() => void) | null = null
  let stopped = false

  function rightOf(key: string): Heard<T> | null {
    const other = heard.get(key)
    return other && isRight(key, other) ? other : null
  }

  function isRight(key: string, { rank }: Heard<T>): boolean {
    const own = deps.rankOf(key)
    return own === null || rank > own
  }

  /** Null where the others know it already. */
  function entryOf(key: string, all: boolean): string | null {
    const before = told.get(key)
    const rank = deps.rankOf(key)
    if (rank === null) {
      told.delete(key)
      return before ? JSON.stringify([key, before.rank, null]) : null
    }
    const text = JSON.stringify([key, rank, deps.valueOf(key)])
    if (!all && before?.text === text) return null
    told.set(key, { rank, text })
    return text
  }

  function tell(keys: readonly string[], all: boolean): void {
    const entries = keys.flatMap((key) => entryOf(key, all) ?? [])
    for (const group of packed(entries, ABOUT_MAX_BYTES - ENVELOPE_BYTES)) send(group, false)
  }

  function send(entries: readonly string[], ends: boolean): void {
    bus.tell(topic, `{"turn":${turn},"ends":${ends},"entries":[${entries.join(',')}]}`)
  }

  async function tellAll(): Promise<void> {
    turn += 1
    told.clear()
    const mine = turn
    const keys = [...deps.keys()]
    for (let at = 0; at < keys.length; at += STEP) {
      tell(keys.slice(at, at + STEP), true)
      await setImmediate()
      // Begun anew, or at its end, meanwhile.
      if (turn !== mine || stopped) return
    }
    send([], true)
  }

  function tellSoon(): void {
    cancelSoon ??= clock.after(TOLD_AFTER_MS, () => {
      cancelSoon = null
      const keys = [...waiting]
      waiting.clear()
      if (isAsked) void tellAll()
      else tell(keys, false)
      isAsked = false
    })
  }

  function hear(about: string, node: string): void {
    const message = read(about)
    if (!message) return
    for (const [key, rank, value] of message.entries) {
      const parsed = deps.value.safeParse(value)
      put(key, parsed.success ? { node, turn: message.turn, rank, value: parsed.data } : null, node)
    }
    if (message.ends) drop((one) => one.node === node && one.turn < message.turn)
  }

  function put(key: string, now: Heard<T> | null, node: string): void {
    const before = heard.get(key)
    if (before && before.node !== node && (now === null || before.rank > now.rank)) return
    if (now) heard.set(key, now)
    else heard.delete(key)
    if (now || before) deps.onHeard(key, now?.value ?? null, before?.value ?? null)
  }

  function drop(isGone: (one: Heard<T>) => boolean): void {
    for (const [key, one] of [...heard]) if (isGone(one)) put(key, null, one.node)
  }

  const ask = () => bus.tell('who_has', topic)
  bus.on(topic, hear)
  bus.on('who_has', (asked) => {
    if (asked !== topic) return
    isAsked = true
    tellSoon()
  })
  bus.onMissed(ask)

  return {
    part: {
      name: `mirror of ${topic}`,
      start: async () => ask(),
      async stop() {
        stopped = true
        cancelSoon?.()
      },
    },
    of: (key) => rightOf(key)?.value ?? null,
    nodeOf: (key) => rightOf(key)?.node ?? null,
    *all() {
      for (const [key, one] of heard) if (isRight(key, one)) yield one.value
    },
    changed(key) {
      if (!bus.isShared || stopped) return
      waiting.add(key)
      tellSoon()
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
