import { parseArgs } from 'node:util'

export type Engine = 'SQLite' | 'PostgreSQL'

const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL']
/** The maximum number of faults that are printed for a run. */
const SHOWN = 30

/**
 * The options of a proof: its counts, the engines it runs on, and the seed that repeats a run.
 * Throws the usage on any other option or value.
 */
export function readOptions<Count extends string>(proof: string, counts: Record<Count, number>) {
  const defaults = { engine: 'both', ...counts, seed: crypto.randomUUID().slice(0, 8) }
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: 'string' as const, default: String(value) },
    ]),
  )
  const { values } = parseArgs({ options })
  const engines = ENGINES.filter((engine) => values.engine === 'both' || values.engine === engine)
  const given = Object.keys(counts).map((name) => [name, Number(values[name])] as const)
  if (engines.length === 0 || !given.every(([, count]) => count >= 0)) {
    const usage = Object.entries(counts).map(([name, count]) => `[--${name} ${count}]`)
    throw new Error(
      `Usage: npm run prove:${proof} -- ${usage.join(' ')} [--engine SQLite|PostgreSQL|both] [--seed …]`,
    )
  }
  return { engines, seed: String(values.seed), ...(Object.fromEntries(given) as typeof counts) }
}

/** Runs a proof; the process ends with 1 when it fails. */
export async function runProof(prove: () => Promise<boolean>): Promise<void> {
  // The network's cryptography logs every session.
  for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  process.exitCode = (await prove()) ? 0 : 1
}

/** Prints a run: what happened, its figures, and the first of its faults. */
export function print(
  happened: readonly string[],
  figures: readonly (readonly [name: string, count: number])[],
  faults: readonly string[],
): void {
  console.log(`\n${happened.join('\n  ')}`)
  for (const [name, count] of figures) {
    console.log(`  ${name.padEnd(46)}${String(count).padStart(6)}`)
  }
  for (const fault of faults.slice(0, SHOWN)) console.log(`    ${fault}`)
}

export const pause = (ms: number) => new Promise<void>((next) => setTimeout(next, ms))
