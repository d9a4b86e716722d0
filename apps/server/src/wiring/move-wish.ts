import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { StartError } from '../platform/start-error.ts'
import type { Wish } from './move.ts'
import { embeddedIn } from './move-places.ts'

/** What is asked for, and with which configuration; null when that is unclear. */
export function moveWish(
  args: string[],
  env: NodeJS.ProcessEnv,
): { wish: Wish; config: Config } | null {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string' }, media: { type: 'string' } },
  })
  const { to = null, media = null } = values
  if (to === null && media === null) return null
  if (media !== null && media !== 'bucket' && media !== 'folder') return null
  const config = readConfig(env)
  const embedded = embeddedIn(config)
  const url = config.databaseUrl
  const known = url === null ? null : ({ kind: 'PostgreSQL', url } as const)
  if (to === null) return { config, wish: { from: known ?? embedded, to, media } }
  if (to === 'embedded') {
    if (!known) throw new StartError('Set DATABASE_URL to the database that is to be moved.')
    return { config, wish: { from: known, to: embedded, media } }
  }
  const named = addressIn(to)
  if (named === null) return null
  if (url !== null && url !== named) {
    throw new StartError(
      'DATABASE_URL and --to name two databases. Unset DATABASE_URL to move the embedded one; from one PostgreSQL to another, pg_dump and pg_restore do it.',
    )
  }
  return { config, wish: { from: embedded, to: { kind: 'PostgreSQL', url: named }, media } }
}

function addressIn(to: string): string | null {
  try {
    return readConfig({ DATABASE_URL: to }).databaseUrl
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message.replace('DATABASE_URL', '--to'))
  }
}
