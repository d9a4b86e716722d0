import type { SecretBox } from '../crypto/secret-box.ts'
import type { Log } from '../log.ts'
import type { DatabaseTime } from './database-time.ts'

/** How old the first text of a node may be that is heard on a connection. */
const FRESH_MS = 10_000
/** Of the runs of other nodes; one that is forgotten is told by its age. */
const RUNS_MAX = 1000
const LOGGED_EVERY_MS = 60_000

interface SealOnceDeps {
  readonly box: SecretBox
  /** Of this run. */
  readonly nodeId: string
  readonly time: DatabaseTime
  readonly log: Log
}

interface Heard {
  readonly count: number
  /** Whether it was heard on this connection: then none of its texts can have been missed. */
  readonly isFollowed: boolean
}

/**
 * Seals texts for other nodes so that each opens one once, in the order in which they were sealed:
 * what somebody repeats who listens on the database opens no more. Who was followed from one text
 * to the next is judged by their numbers alone, so clocks count for the first one only.
 */
export function createSealOnce({ box, nodeId, time, log }: SealOnceDeps) {
  const heard = new Map<string, Heard>()
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function isNew(node: string, number: number, at: number): boolean {
    const last = heard.get(node)
    if (last && number <= last.count) return false
    if (last?.isFollowed) return true
    return Math.abs(time.now() - at) <= FRESH_MS
  }

  function remember(node: string, number: number): void {
    heard.delete(node)
    heard.set(node, { count: number, isFollowed: true })
    const [oldest] = heard.keys()
    if (heard.size > RUNS_MAX && oldest !== undefined) heard.delete(oldest)
  }

  /** What repeats it may repeat it a million times. */
  function logDropped(node: string): void {
    if (time.now() - loggedAt < LOGGED_EVERY_MS) return
    loggedAt = time.now()
    log.warn({ nodeId: node }, 'what a node told was repeated, or came too late: it was dropped')
  }

  return {
    seal(text: string, place: string): string {
      count += 1
      return box.seal(`${count} ${Math.round(time.now())} ${text}`, `${place} of ${nodeId}`)
    },

    /** Null for what was heard before, is too old, or was sealed with another key or elsewhere. */
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

    /** Another connection listens: texts may have been missed in between, which stay unheard. */
    onConnected(): void {
      for (const [node, { count }] of heard) heard.set(node, { count, isFollowed: false })
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
