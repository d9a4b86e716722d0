import { isOfTheData } from './data-fault.ts'

/** What each is told, in the order in which they asked. */
type DoAll<Ask, Answer> = (asks: readonly Ask[]) => Promise<readonly Answer[]>

interface Waiting<Ask, Answer> {
  readonly ask: Ask
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Resolves once everything that waits for nothing but promises has gone as far as it can. */
export async function endOfTurn(): Promise<void> {
  await null
  return new Promise((resolve) => process.nextTick(resolve))
}

/**
 * Does together what is asked in the same turn of the event loop, so many at most; nobody waits
 * for others beyond that. Where the data of one are at fault, each is done alone. Any other fault,
 * which may have come after all was done, is told to all.
 */
export function createTogether<Ask, Answer>(
  most: number,
  doAll: DoAll<Ask, Answer>,
): (ask: Ask) => Promise<Answer> {
  let gathering: Waiting<Ask, Answer>[] | null = null

  async function gather(asked: Waiting<Ask, Answer>[]): Promise<void> {
    await endOfTurn()
    gathering = null
    for (let from = 0; from < asked.length; from += most) {
      void settle(asked.slice(from, from + most), doAll)
    }
  }

  return (ask) => {
    const { promise, ...settling } = Promise.withResolvers<Answer>()
    if (!gathering) {
      gathering = []
      void gather(gathering)
    }
    gathering.push({ ask, ...settling })
    return promise
  }
}

/**
 * The same for each key, and one after another: what is asked while others are done is done next.
 * So a commit takes whatever has come by the time the one before has reached the disk. One that
 * takes as long as several counts for so many.
 */
export function createInTurnTogether<Ask, Answer>(
  most: number,
  doAll: (key: string, asks: readonly Ask[]) => Promise<readonly Answer[]>,
  countsFor: (ask: Ask) => number = () => 1,
): (key: string, ask: Ask) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Ask, Answer>[]>()

  function takeNext(queue: Waiting<Ask, Answer>[]): Waiting<Ask, Answer>[] {
    let count = 0
    const tooMuchFrom = queue.findIndex(({ ask }) => {
      count += countsFor(ask)
      return count > most
    })
    return queue.splice(0, tooMuchFrom === -1 ? queue.length : Math.max(tooMuchFrom, 1))
  }

  async function work(key: string, queue: Waiting<Ask, Answer>[]): Promise<void> {
    await endOfTurn()
    while (queue.length > 0) await settle(takeNext(queue), (asks) => doAll(key, asks))
    waiting.delete(key)
  }

  return (key, ask) => {
    const { promise, ...settling } = Promise.withResolvers<Answer>()
    const queue = waiting.get(key)
    const asked = { ask, ...settling }
    if (queue) queue.push(asked)
    else {
      const begun = [asked]
      waiting.set(key, begun)
      void work(key, begun)
    }
    return promise
  }
}

async function settle<Ask, Answer>(
  some: readonly Waiting<Ask, Answer>[],
  doAll: DoAll<Ask, Answer>,
): Promise<void> {
  try {
    const answers = await doAll(some.map(({ ask }) => ask))
    for (const [n, { resolve }] of some.entries()) resolve(answers[n] as Answer)
  } catch (error) {
    if (some.length > 1 && isOfTheData(error)) {
      for (const one of some) await settle([one], doAll)
    } else for (const { reject } of some) reject(error)
  }
}
