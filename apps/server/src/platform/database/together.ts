import { isDataFault } from './data-fault.ts'

/** Handles a batch; returns the answers in the order of the requests. */
type DoAll<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>

interface Waiting<Request, Answer> {
  readonly request: Request
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Resolves once the microtask queue is empty. */
export async function endOfTurn(): Promise<void> {
  await null
  return new Promise((resolve) => process.nextTick(resolve))
}

/**
 * Batches the requests made in the same turn of the event loop, up to `most` each. If a batch fails
 * because of the data of one request, each is retried alone. Any other error, which may have come
 * after the work was done, rejects all.
 */
export function createTogether<Request, Answer>(
  most: number,
  doAll: DoAll<Request, Answer>,
): (request: Request) => Promise<Answer> {
  let gathering: Waiting<Request, Answer>[] | null = null

  async function gather(batch: Waiting<Request, Answer>[]): Promise<void> {
    await endOfTurn()
    gathering = null
    for (let from = 0; from < batch.length; from += most) {
      void settle(batch.slice(from, from + most), doAll)
    }
  }

  return (request) => {
    const { promise, ...settling } = Promise.withResolvers<Answer>()
    if (!gathering) {
      gathering = []
      void gather(gathering)
    }
    gathering.push({ request, ...settling })
    return promise
  }
}

/**
 * The same per key, one batch after another: requests made during a batch form the next one. So a
 * commit includes everything that arrived while the one before was written to disk. `countsFor`
 * gives a costly request more weight.
 */
export function createInTurnTogether<Request, Answer>(
  most: number,
  doAll: (key: string, requests: readonly Request[]) => Promise<readonly Answer[]>,
  countsFor: (request: Request) => number = () => 1,
): (key: string, request: Request) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Request, Answer>[]>()

  function takeNext(queue: Waiting<Request, Answer>[]): Waiting<Request, Answer>[] {
    let count = 0
    const tooMuchFrom = queue.findIndex(({ request }) => {
      count += countsFor(request)
      return count > most
    })
    return queue.splice(0, tooMuchFrom === -1 ? queue.length : Math.max(tooMuchFrom, 1))
  }

  async function work(key: string, queue: Waiting<Request, Answer>[]): Promise<void> {
    await endOfTurn()
    while (queue.length > 0) await settle(takeNext(queue), (requests) => doAll(key, requests))
    waiting.delete(key)
  }

  return (key, request) => {
    const { promise, ...settling } = Promise.withResolvers<Answer>()
    const queue = waiting.get(key)
    const item = { request, ...settling }
    if (queue) queue.push(item)
    else {
      const queue = [item]
      waiting.set(key, queue)
      void work(key, queue)
    }
    return promise
  }
}

async function settle<Request, Answer>(
  some: readonly Waiting<Request, Answer>[],
  doAll: DoAll<Request, Answer>,
): Promise<void> {
  try {
    const answers = await doAll(some.map(({ request }) => request))
    for (const [n, { resolve }] of some.entries()) resolve(answers[n] as Answer)
  } catch (error) {
    if (some.length > 1 && isDataFault(error)) {
      for (const one of some) await settle([one], doAll)
    } else for (const { reject } of some) reject(error)
  }
}
