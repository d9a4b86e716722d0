import type { BenchServer } from './bench-server.ts'

const POLL_INTERVAL_MS = 5

export interface Meanwhile<T> {
  readonly result: T
  readonly ms: number
  /** The longest block of the server's event loop, in elapsed time and in processor time. */
  readonly blockMs: number
  readonly blockCpuMs: number
  readonly slowest: { readonly ms: number; readonly cpuMs: number; readonly sql: string }
  /** How long another client waited for its answers, sorted. */
  readonly waits: readonly number[]
}

/** Does a task while another client keeps asking for its profile. */
export async function othersMeanwhile<T>(
  server: BenchServer,
  stranger: string,
  task: () => Promise<T>,
): Promise<Meanwhile<T>> {
  await server.longest()
  const asking = new AbortController()
  const others = askOn(server, stranger, asking.signal)
  const start = performance.now()
  const result = await task()
  const ms = performance.now() - start
  asking.abort()
  const waits = (await others).toSorted((a, b) => a - b)
  const { blockMs, blockCpuMs, statement } = await server.longest()
  return { result, ms, blockMs, blockCpuMs, slowest: statement, waits }
}

/** The quantile of sorted values; 0 if there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

async function askOn(server: BenchServer, token: string, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await server.call('GET', '/users/profile', token)
    waits.push(performance.now() - start)
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
  return waits
}
