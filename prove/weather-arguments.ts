import { parseArgs } from 'node:util'
import type { Engine } from './arguments.ts'

export interface WeatherArguments {
  readonly engines: readonly Engine[]
  /** How long campaigns and chatbots run before the weather is calm; may be a fraction. */
  readonly minutes: number
  /** Repeats a run: the same weather in the same order. */
  readonly seed: string
}

const BOTH: readonly Engine[] = ['SQLite', 'PostgreSQL']
const DEFAULT_MINUTES = '30'

/** Throws, with how it is used, on arguments that it does not know. */
export function readWeatherArguments(args: readonly string[]): WeatherArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'both' },
      minutes: { type: 'string', default: DEFAULT_MINUTES },
      seed: { type: 'string', default: crypto.randomUUID().slice(0, 8) },
    },
  })
  const engines = values.engine === 'both' ? BOTH : BOTH.filter((name) => name === values.engine)
  const minutes = Number(values.minutes)
  if (engines.length === 0 || !(minutes > 0)) {
    throw new Error(
      'Usage: npm run prove:weather -- [--minutes 30] [--engine SQLite|PostgreSQL|both] [--seed …]',
    )
  }
  return { engines, minutes, seed: values.seed }
}
