/** The few words of a database engine that group commit needs. */
export interface Engine {
  exec(sql: string): void
  /** False once the engine itself has given up what was open (a full disk, say). */
  inTransaction(): boolean
}

/** One transaction; `end` it exactly once. */
export interface Turn {
  run<T>(statement: () => T): T
  /** Keeps or undoes what was done since `begin`. Resolves once that is on disk, throws when it is not. */
  end(keep: boolean): Promise<void>
}

const LOST = 'The database gave up what was open.'

/** What is written to disk together. */
interface Group {
  /** The event loop has come round: no more waiting for others. */
  due: boolean
  readonly written: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/**
 * Many transactions, one write to disk. A disk takes as long for one commit as for a hundred, so those
 * that are ready in the same round of the event loop are written together: each is a savepoint inside
 * one transaction of the engine. Nobody is told of anything, not even of what was read, before it is on
 * disk. Transactions run one after the other, as on the single connection beneath.
 */
export function createGroupCommit(engine: Engine) {
  const queue: (() => void)[] = []
  let busy = false
  let group: Group | null = null

  function join(): Group {
    if (group) return group
    engine.exec('BEGIN IMMEDIATE')
    const opened = createGroup()
    group = opened
    setImmediate(() => {
      opened.due = true
      // A transaction halfway through is not cut: it writes the group when it ends.
      if (!busy) writeDue()
    })
    return opened
  }

  function writeDue(): void {
    if (!group?.due) return
    const { resolve, reject } = group
    group = null
    try {
      engine.exec('COMMIT')
      resolve()
    } catch (error) {
      if (engine.inTransaction()) engine.exec('ROLLBACK')
      reject(error)
    }
  }

  /** When the engine has undone all that was open, nobody of the group may believe it is kept. */
  function noticeLoss(): void {
    if (engine.inTransaction()) return
    group?.reject(new Error(LOST))
    group = null
  }

  async function takeTurn(): Promise<void> {
    if (busy) await new Promise<void>((next) => queue.push(next))
    busy = true
  }

  function giveTurn(): void {
    writeDue()
    const next = queue.shift()
    // Handed over at once, so that nobody who comes just now goes first.
    if (next) next()
    else busy = false
  }

  async function end(keep: boolean, written: Promise<void>): Promise<void> {
    try {
      if (engine.inTransaction()) {
        engine.exec(keep ? 'RELEASE turn' : 'ROLLBACK TO turn; RELEASE turn')
      }
    } finally {
      noticeLoss()
      giveTurn()
    }
    await (keep ? written : settled(written))
  }

  return {
    /** One statement outside any transaction. `reads` when it changes nothing. */
    async run<T>(statement: () => T, reads: boolean): Promise<T> {
      if (reads && !group && !busy) return statement()
      await takeTurn()
      let written = Promise.resolve()
      let result: T
      try {
        written = join().written
        result = statement()
      } catch (error) {
        noticeLoss()
        giveTurn()
        // What it ran into may itself not be on disk yet.
        await settled(written)
        throw error
      }
      giveTurn()
      await written
      return result
    },

    async begin(): Promise<Turn> {
      await takeTurn()
      try {
        const { written } = join()
        engine.exec('SAVEPOINT turn')
        return {
          run(statement) {
            if (!engine.inTransaction()) throw new Error(LOST)
            return statement()
          },
          end: (keep) => end(keep, written),
        }
      } catch (error) {
        noticeLoss()
        giveTurn()
        throw error
      }
    },
  }
}

function createGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Whoever belongs to the group hears of a failure; a group of none is no unhandled rejection.
  promise.catch(() => {})
  return { due: false, written: promise, resolve, reject }
}

async function settled(written: Promise<void>): Promise<void> {
  await written.catch(() => {})
}
