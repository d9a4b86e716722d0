import type { SandboxNetwork } from '@kirim/sandbox-network/network'

/** Measures the time from the end of a node until another does its work. */
export interface TakeOvers {
  /** Records that the node of these numbers is killed, stopped or frozen now. */
  watch(how: string, numbers: readonly string[]): void
  /** Discards running measurements, because something else delays the numbers. */
  forget(): void
  /** Resolves once one of these numbers has sent a message, or after a timeout. */
  hears(numbers: readonly string[]): Promise<void>
  /** Milliseconds in ascending order, by measurement. */
  measured(): ReadonlyMap<string, readonly number[]>
}

interface Loss {
  readonly how: string
  readonly since: number
  /** Numbers that are not connected again. */
  readonly away: Set<string>
  /** Numbers that have not sent since; cleared by the first message. */
  readonly silent: Set<string>
}

const PATIENCE_MS = 20_000

export function measureTakeOvers(network: SandboxNetwork): TakeOvers {
  const measured = new Map<string, number[]>()
  let losses: Loss[] = []
  let hearers: { numbers: ReadonlySet<string>; hear: () => void }[] = []

  function note({ how, since }: Loss, what: string): void {
    const which = `${what} after its node was ${how}`
    measured.set(which, [...(measured.get(which) ?? []), Date.now() - since])
  }

  network.events.on('phone', ({ number, connected }) => {
    if (!connected) return
    for (const loss of losses) if (loss.away.delete(number)) note(loss, 'a number was connected')
  })
  network.events.on('message', ({ phone, message }) => {
    if (message.direction !== 'to-contact' || message.copies > 1) return
    for (const { numbers, hear } of hearers) if (numbers.has(phone)) hear()
    hearers = hearers.filter(({ numbers }) => !numbers.has(phone))
    const isByTheNext = ({ away, silent }: Loss) => silent.has(phone) && !away.has(phone)
    for (const loss of losses.filter(isByTheNext)) {
      loss.silent.clear()
      note(loss, 'the first message came')
    }
  })
  return {
    watch(how, numbers) {
      losses.push({ how, since: Date.now(), away: new Set(numbers), silent: new Set(numbers) })
    },
    forget() {
      losses = []
    },
    async hears(numbers) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, PATIENCE_MS)
      hearers.push({ numbers: new Set(numbers), hear: resolve })
      await promise
      clearTimeout(timer)
    },
    measured: () =>
      new Map([...measured].map(([what, times]) => [what, times.toSorted((a, b) => a - b)])),
  }
}
