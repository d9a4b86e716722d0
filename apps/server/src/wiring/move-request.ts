import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { StartError } from '../platform/start-error.ts'
import type { MoveRequest } from './move.ts'
import { embeddedIn } from './move-places.ts'

/** What to move, and the configuration. Throws StartError when the arguments are unclear. */
export function moveRequest(
  args: string[],
  env: NodeJS.ProcessEnv,
): { request: MoveRequest; config: Config } {
  const { to, media } = readArguments(args)
  const config = readConfig(env)
  const embedded = embeddedIn(config)
  const url = config.databaseUrl
  const postgres = url === null ? null : ({ kind: 'PostgreSQL', url } as const)
  if (to === null) return { config, request: { from: postgres ?? embedded, to, media } }
  if (!postgres) throw new StartError('Set DATABASE_URL to the address of the PostgreSQL database.')
  const [from, target] = to === 'embedded' ? [postgres, embedded] : [embedded, postgres]
  return { config, request: { from, to: target, media } }
}

function readArguments(args: string[]) {
  const { to = null, media = null } = parseOptions(args)
  if (to === null && media === null) throw new StartError('Say what to move: --to or --media.')
  if (to !== null && /^postgres(ql)?:/i.test(to)) {
    throw new StartError(
      'An address with its password would stand in the list of processes and the history of the shell. Set DATABASE_URL to it, and say --to postgres.',
    )
  }
  return {
    to: oneOf('--to', to, ['postgres', 'embedded']),
    media: oneOf('--media', media, ['bucket', 'folder']),
  }
}

function parseOptions(args: string[]) {
  try {
    const options = { to: { type: 'string' }, media: { type: 'string' } } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}

function oneOf<T extends string>(name: string, value: string | null, known: readonly T[]) {
  const found = known.find((one) => one === value)
  if (found || value === null) return found ?? null
  throw new StartError(`${name} is ${known.join(' or ')}, not '${value}'.`)
}
