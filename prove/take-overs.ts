import type { SandboxNetwork } from '@kirim/sandbox-network/network'

/** How long a number whose node has ended is not connected, and people hear nothing of it. */
export interface TakeOvers {
  /** These numbers have lost their node at this moment. */
  watch(how: string, numbers: readonly string[]): void
  /** Something else keeps them back: what is being measured does not count. */
  forget(): void
  /** Resolves once one of these numbers has written to somebody, and at once when there is none. */
  hears(numbers: readonly string[]): Promise<void>
  /** In milliseconds, from the shortest to the longest, by how the node ended and what is meant. */
  measured(): ReadonlyMap<string, readonly number[]>
}

interface Watched {
  readonly how: string
  readonly since: number
}

const PATIENCE_MS = 20_000

export function measureTakeOvers(network: SandboxNetwork): TakeOvers {
  const waiting = { connected: new Map<string, Watched>(), wrote: new Map<string, Watched>() }
  const measured = new Map<string, number[]>()
  function done(what: keyof typeof waiting, phone: string): void {
    const watched = waiting[what].get(phone)
    if (!watched) return
    waiting[what].delete(phone)
    const which = `${watched.how}: ${what}`
    measured.set(which, [...(measured.get(which) ?? []), Date.now() - watched.since])
  }
  network.events.on('phone', ({ number, connected }) => {
    if (connected) done('connected', number)
  })
  let hearers: { numbers: ReadonlySet<string>; hear: () => void }[] = []
  network.events.on('message', ({ phone, message }) => {
    if (message.direction !== 'to-contact' || message.copies > 1) return
    for (const { numbers, hear } of hearers) if (numbers.has(phone)) hear()
    hearers = hearers.filter(({ numbers }) => !numbers.has(phone))
    done('wrote', phone)
  })
  return {
    watch(how, numbers) {
      for (const number of numbers) {
        for (const map of Object.values(waiting)) map.set(number, { how, since: Date.now() })
      }
    },
    forget() {
      for (const map of Object.values(waiting)) map.clear()
    },
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
