import type { Part } from '../lifecycle.ts'
import type { Work } from './work.ts'

interface LeftoversDeps {
  readonly name: string
  readonly work: Pick<Work, 'onLeft'>
  /** Finds unfinished work and finishes it, until the signal aborts. */
  finish(signal: AbortSignal): Promise<void>
  onFault(error: unknown): void
}

export interface Leftovers extends Part {
  look(): void
}

/**
 * Finishes the work that a stopped or killed server left behind: at the start of a server, when
 * another node has gone, and whenever `look` is called.
 */
export function createLeftovers({ name, work, finish, onFault }: LeftoversDeps): Leftovers {
  const stopping = new AbortController()
  let finishing: Promise<void> = Promise.resolve()
  let isQueued = false

  /** Calls during a run cause one more run. */
  function look(): void {
    if (isQueued) return
    isQueued = true
    finishing = finishing.then(async () => {
      isQueued = false
      if (!stopping.signal.aborted) await finish(stopping.signal).catch(onFault)
    })
  }

  return {
    name,
    look,
    async start() {
      work.onLeft(look)
      look()
    },
    async stop() {
      stopping.abort()
      await finishing
    },
  }
}
