import { parseArgs } from 'node:util'

export interface NodesArguments {
  /** How long nodes and PostgreSQL are troubled; may be a fraction. */
  readonly minutes: number
  /** How often one of the nodes is killed afterwards. */
  readonly kills: number
  /** Repeats a run: the same troubles in the same order. */
  readonly seed: string
}

/** Throws, with how it is used, on arguments that it does not know. */
export function readNodesArguments(args: readonly string[]): NodesArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: crypto.randomUUID().slice(0, 8) },
    },
  })
  const minutes = Number(values.minutes)
  const kills = Number(values.kills)
  if (!(minutes >= 0) || !Number.isInteger(kills) || kills < 0) {
    throw new Error('Usage: npm run prove:nodes -- [--minutes 10] [--kills 100] [--seed …]')
  }
  return { minutes, kills, seed: values.seed }
}
