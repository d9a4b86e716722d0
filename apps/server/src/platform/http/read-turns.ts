import { DomainError } from '../errors.ts'
import { createTurns } from '../turns.ts'

/** Concurrent reads per member; the others of a page wait some milliseconds. */
const AT_ONCE = 2
/** More than a hundred browsers need that reload all their lists. */
const WAITING_MAX = 2000

interface Reader {
  reading: number
  readonly waiting: (() => void)[]
}

/**
 * Limits the concurrent reads of each reader (a member or a network), so that one with many
 * requests does not delay others. A read that has waited starts in its own event loop iteration.
 */
export function createReadTurns(atOnce = AT_ONCE) {
  const readers = new Map<string, Reader>()
  const turn = createTurns()

  function leave(who: string, reader: Reader): void {
    const next = reader.waiting.shift()
    // The place is handed over while it is still counted, so nobody can take it in between.
    if (next) {
      next()
      return
    }
    reader.reading -= 1
    if (reader.reading === 0) readers.delete(who)
  }

  async function wait(reader: Reader): Promise<void> {
    if (reader.waiting.length >= WAITING_MAX) throw new DomainError('too_much_waiting')
    const { promise, resolve } = Promise.withResolvers<void>()
    reader.waiting.push(resolve)
    await promise
  }

  /** Throws `too_much_waiting`. */
  return async <T>(who: string, read: () => Promise<T>): Promise<T> => {
    const reader = readers.get(who) ?? { reading: 0, waiting: [] }
    readers.set(who, reader)
    const mustWait = reader.reading >= atOnce
    if (mustWait) await wait(reader)
    else reader.reading += 1
    try {
      if (mustWait) await turn()
      return await read()
    } finally {
      leave(who, reader)
    }
  }
}
