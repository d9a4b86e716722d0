import { pause, systemClock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import { createKeyedLock } from '../lock.ts'
import type { NodeLocks } from './node-locks.ts'

/** Delay before a taken lock is tried again. */
const RETRY_MS = 100

/**
 * Work that only one node does at a time, named by kind and id. It must be idempotent, because a
 * node that has lost its database connection may still be in its last step.
 */
export interface Work {
  readonly part: Part
  /** Runs it unless it is running somewhere; returns whether it ran. */
  hold(kind: string, id: string, run: () => Promise<void>): Promise<boolean>
  /** Runs it once it is not running anywhere. Rejects if the signal aborts while it waits. */
  inTurn<T>(kind: string, id: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Calls `look` when a node has gone, because it may have left unfinished work. */
  onLeft(look: () => void): void
  /** A node has gone. */
  left(): void
}

/** `locks` is null without other nodes: then only work of this node waits for its turn. */
export function createWork(locks: NodeLocks | null): Work {
  const inTurnHere = createKeyedLock()
  const heldKeys = new Set<string>()
  const looks = new Set<() => void>()

  async function take(kind: string, id: string): Promise<(() => Promise<void>) | null> {
    if (!locks) return async () => {}
    const key = `${kind} ${id}`
    if (heldKeys.has(key)) return null
    heldKeys.add(key)
    let release: (() => Promise<void>) | null = null
    try {
      release = await locks.take(kind, id)
    } finally {
      if (!release) heldKeys.delete(key)
    }
    return (
      release &&
      (async () => {
        await release()
        heldKeys.delete(key)
      })
    )
  }

  async function waitFor(
    kind: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<() => Promise<void>> {
    for (;;) {
      signal?.throwIfAborted()
      const release = await take(kind, id)
      if (release) return release
      // Another node is doing it.
      await pause(systemClock, RETRY_MS, signal)
    }
  }

  return {
    part: {
      name: 'work among nodes',
      start: async () => {},
      stop: async () => locks?.close(),
    },
    async hold(kind, id, run) {
      const release = await take(kind, id)
      if (!release) return false
      try {
        await run()
        return true
      } finally {
        await release()
      }
    },
    inTurn: (kind, id, run, signal) =>
      inTurnHere(`${kind} ${id}`, async () => {
        const release = await waitFor(kind, id, signal)
        try {
          return await run()
        } finally {
          await release()
        }
      }),
    onLeft: (look) => void looks.add(look),
    left() {
      for (const look of looks) look()
    },
  }
}
