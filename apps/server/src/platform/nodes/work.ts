import { pause, systemClock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import { createKeyedLock } from '../lock.ts'
import type { NodeLocks } from './node-locks.ts'

/** Before it is asked again whether another node is through. */
const ASK_AGAIN_MS = 100

/**
 * Work that one node does at a time, named by what it is and by an id. It stays harmless when it is
 * done twice: a node that has lost its connection to the database may still be at its last step.
 */
export interface Work {
  readonly part: Part
  /** Runs it, unless it is under way somewhere; answers whether it was run. */
  hold(kind: string, id: string, run: () => Promise<void>): Promise<boolean>
  /**
   * Runs it once it is no longer under way anywhere. Rejects when the signal aborts while another
   * node is at it.
   */
  inTurn<T>(kind: string, id: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Calls `look` when a node has gone, which may have left work that it had begun. */
  onLeft(look: () => void): void
  /** A node has gone. */
  left(): void
}

/** Without locks there is no other node: then nothing but what is done in turn waits. */
export function createWork(locks: NodeLocks | null): Work {
  const inTurnHere = createKeyedLock()
  const held = new Set<string>()
  const looks = new Set<() => void>()

  async function take(kind: string, id: string): Promise<(() => Promise<void>) | null> {
    if (!locks) return async () => {}
    const key = `${kind} ${id}`
    if (held.has(key)) return null
    held.add(key)
    let release: (() => Promise<void>) | null = null
    try {
      release = await locks.take(kind, id)
    } finally {
      if (!release) held.delete(key)
    }
    return (
      release &&
      (async () => {
        await release()
        held.delete(key)
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
      // Another node does it in its own time.
      await pause(systemClock, ASK_AGAIN_MS, signal)
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
