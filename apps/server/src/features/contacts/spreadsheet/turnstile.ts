/** Lets at most `places` tasks run at a time; the others wait their turn. */
export function createTurnstile(places: number) {
  const waiting: (() => void)[] = []
  let free = places

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
