import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { StartError } from '../platform/start-error.ts'
import type { Wish } from './move.ts'
import { embeddedIn } from './move-places.ts'

/** What is asked for, and with which configuration. Throws StartError when that is unclear. */
export function moveWish(args: string[], env: NodeJS.ProcessEnv): { wish: Wish; config: Config } {
  const { to, media } = readArguments(args)
  const config = readConfig(env)
  const embedded = embeddedIn(config)
  const url = config.databaseUrl
  const known = url === null ? null : ({ kind: 'PostgreSQL', url } as const)
  if (to === null) return { config, wish: { from: known ?? embedded, to, media } }
  if (!known) throw new StartError('Set DATABASE_URL to the address of the PostgreSQL database.')
  const [from, target] = to === 'embedded' ? [known, embedded] : [embedded, known]
  return { config, wish: { from, to: target, media } }
}

const WHERE = ['postgres', 'embedded'] as const
const MEDIA = ['bucket', 'folder'] as const

function readArguments(args: string[]) {
  const { values } = parseArguments(args)
  const { to = null, media = null } = values
  if (to === null && media === null) throw new StartError('Say what to move: --to or --media.')
  if (to !== null && /^postgres(ql)?:/i.test(to)) {
    throw new StartError(
      'An address with its password would stand in the list of processes and the history of the shell. Set DATABASE_URL to it, and say --to postgres.',
    )
  }
  return { to: oneOf('--to', to, WHERE), media: oneOf('--media', media, MEDIA) }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: { to: { type: 'string' }, media: { type: 'string' } } })
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}

function oneOf<T extends string>(name: string, written: string | null, known: readonly T[]) {
  if (written === null) return null
  const found = known.find((one) => one === written)
  if (!found) throw new StartError(`${name} is ${known.join(' or ')}, not '${written}'.`)
  return found
}
