import type { SandboxNetwork } from '@kirim/sandbox-network/network'

/** How long people hear nothing of a number whose node has ended. */
export interface TakeOvers {
  /** These numbers have lost their node at this moment. */
  watch(how: string, numbers: readonly string[]): void
  /** Something else keeps them back: what is being measured does not count. */
  forget(): void
  /** Resolves once one of these numbers has written to somebody, and at once when there is none. */
  hears(numbers: readonly string[]): Promise<void>
  /** In milliseconds, from the shortest to the longest, by how the node ended. */
  measured(): ReadonlyMap<string, readonly number[]>
}

const PATIENCE_MS = 20_000

export function measureTakeOvers(network: SandboxNetwork): TakeOvers {
  const waiting = new Map<string, { how: string; since: number }>()
  const measured = new Map<string, number[]>()
  let hearers: { numbers: ReadonlySet<string>; hear: () => void }[] = []
  network.events.on('message', ({ phone, message }) => {
    if (message.direction !== 'to-contact' || message.copies > 1) return
    for (const { numbers, hear } of hearers) if (numbers.has(phone)) hear()
    hearers = hearers.filter(({ numbers }) => !numbers.has(phone))
    const watched = waiting.get(phone)
    if (!watched) return
    waiting.delete(phone)
    const known = measured.get(watched.how) ?? []
    measured.set(watched.how, [...known, Date.now() - watched.since])
  })
  return {
    watch(how, numbers) {
      for (const number of numbers) waiting.set(number, { how, since: Date.now() })
    },
    forget: () => waiting.clear(),
    async hears(numbers) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, PATIENCE_MS)
      hearers.push({ numbers: new Set(numbers), hear: resolve })
      await promise
      clearTimeout(timer)
    },
    measured: () =>
      new Map([...measured].map(([how, times]) => [how, times.toSorted((a, b) => a - b)])),
  }
}
