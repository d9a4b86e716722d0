import type { SecretBox } from '../crypto/secret-box.ts'
import type { Log } from '../log.ts'
import type { DatabaseTime } from './database-time.ts'

/** The maximum age of the first text that a connection receives from a node. */
const FRESH_MS = 10_000
/** Node runs to remember; texts of a forgotten one are checked by their age. */
const RUNS_MAX = 1000
const LOGGED_EVERY_MS = 60_000

interface SealOnceDeps {
  readonly box: SecretBox
  /** The id of this run of the server. */
  readonly nodeId: string
  readonly time: DatabaseTime
  readonly log: Log
}

interface LastMark {
  readonly count: number
  /** Whether it came over the current connection: then no text was missed since. */
  readonly isContinuous: boolean
}

/**
 * Protects against replays by somebody who listens on the database: seals texts with a number, and
 * opens each text of a node only once and in order. On one connection the numbers decide; the first
 * text of a node is accepted by its age.
 */
export function createSealOnce({ box, nodeId, time, log }: SealOnceDeps) {
  const lastMarks = new Map<string, LastMark>()
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function isNew(node: string, number: number, at: number): boolean {
    const last = lastMarks.get(node)
    if (last && number <= last.count) return false
    if (last?.isContinuous) return true
    return Math.abs(time.now() - at) <= FRESH_MS
  }

  function remember(node: string, number: number): void {
    lastMarks.delete(node)
    lastMarks.set(node, { count: number, isContinuous: true })
    const [oldest] = lastMarks.keys()
    if (lastMarks.size > RUNS_MAX && oldest !== undefined) lastMarks.delete(oldest)
  }

  /** An attacker could repeat a text a million times. */
  function logDropped(node: string): void {
    if (time.now() - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = time.now()
    log.warn({ nodeId: node }, 'dropped a replayed or late message from a node')
  }

  return {
    seal(text: string, place: string): string {
      count += 1
      return box.seal(`${count} ${Math.round(time.now())} ${text}`, `${place} of ${nodeId}`)
    },

    /**
     * Null if the text was opened before, is too old, or was sealed with another key or for another
     * place.
     */
    open(node: string, sealed: string, place: string): string | null {
      const opened = openOrNull(box, sealed, `${place} of ${node}`)
      const [, number, at, text] = /^(\d+) (\d+) (.*)$/s.exec(opened ?? '') ?? []
      if (text === undefined) return null
      if (!isNew(node, Number(number), Number(at))) {
        logDropped(node)
        return null
      }
      remember(node, Number(number))
      return text
    },

    /** A new connection listens; texts may have been missed before. */
    onConnected(): void {
      for (const [node, { count }] of lastMarks) lastMarks.set(node, { count, isContinuous: false })
    },
  }
}

function openOrNull(box: SecretBox, sealed: string, context: string): string | null {
  try {
    return box.open(sealed, context)
  } catch {
    return null
  }
}
