import type { Part } from '../lifecycle.ts'
import type { Work } from './work.ts'

interface LeftoversDeps {
  readonly name: string
  readonly work: Pick<Work, 'onLeft'>
  /** Finds what was begun and is not done, and does it, until the signal aborts. */
  finish(signal: AbortSignal): Promise<void>
  onFault(error: unknown): void
}

export interface Leftovers extends Part {
  look(): void
}

/**
 * What a server that was stopped or killed has left undone is done at a start, by one that is, and
 * whenever `look` is called.
 */
export function createLeftovers({ name, work, finish, onFault }: LeftoversDeps): Leftovers {
  const stopping = new AbortController()
  let finishing: Promise<void> = Promise.resolve()
  let isQueued = false

  /** What is asked for while it looks is one more look. */
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
