import { parseArgs } from 'node:util'

export type Engine = 'SQLite' | 'PostgreSQL'

export interface Arguments {
  readonly engines: readonly Engine[]
  /** Of the server, over all engines. */
  readonly kills: number
  /** Of the power, on each engine. */
  readonly cuts: number
  /** The minimum number of people a run sends to, rounded up to rounds of 400. */
  readonly people: number
  /** Repeats a run: the same people, the same troubles in the same order. */
  readonly seed: string
}

const BOTH: readonly Engine[] = ['SQLite', 'PostgreSQL']

/** Throws, with how it is used, on arguments that it does not know. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'both' },
      kills: { type: 'string', default: '100' },
      cuts: { type: 'string', default: '4' },
      people: { type: 'string', default: '1000' },
      seed: { type: 'string', default: crypto.randomUUID().slice(0, 8) },
    },
  })
  const engines = values.engine === 'both' ? BOTH : BOTH.filter((name) => name === values.engine)
  const kills = Number(values.kills)
  const cuts = Number(values.cuts)
  const people = Number(values.people)
  const areCounts = [kills, cuts, people].every((count) => Number.isInteger(count) && count >= 0)
  if (engines.length === 0 || !areCounts) {
    throw new Error(
      'Usage: npm run prove:ledger -- [--engine SQLite|PostgreSQL|both] [--kills 100] [--cuts 4] [--people 1000] [--seed …]',
    )
  }
  return { engines, kills, cuts, people, seed: values.seed }
}
