import type { Config } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'
import { OWNER_ONLY_UMASK } from './platform/private-files.ts'
import { type MoveRequest, type MoveResult, move } from './wiring/move.ts'
import { nameOf } from './wiring/move-places.ts'
import { moveRequest } from './wiring/move-request.ts'

const USAGE = `Usage: npm run move -- --to postgres          the embedded database of DATA_DIR into DATABASE_URL's
       npm run move -- --to embedded          back from DATABASE_URL into DATA_DIR
       npm run move -- --media bucket         media from DATA_DIR into the bucket of MEDIA_S3_…
       npm run move -- --media folder         and back

--to and --media go together, too. Stop all servers first.`

/** What was done, and what is to be done now. */
function reportOf(
  { from, to, media }: MoveRequest,
  { aside, media: copied }: MoveResult,
  config: Config,
) {
  const key = config.secretKey ? 'SECRET_KEY' : `secret.key in ${config.dataDir}`
  return [
    ...(copied
      ? [`Copied ${copied.copied} media files. Those that were copied are still where they were.`]
      : []),
    ...(copied?.missing ? [`${copied.missing} files were missing before.`] : []),
    ...(media
      ? [`From now on start with MEDIA_S3_… ${media === 'bucket' ? 'set' : 'unset'}.`]
      : []),
    ...(to
      ? [
          `Moved from ${nameOf(from)} to ${nameOf(to)}.`,
          ...(aside ? [`What was there before was moved away once, and is now ${aside}.`] : []),
          `What was moved is still there, but no server starts on it any more.`,
          `The devices need no new scan: they are opened with ${key}, which stays where it is.`,
          to.kind === 'embedded'
            ? 'From now on start with DATABASE_URL unset.'
            : 'From now on start with DATABASE_URL set as it is now.',
        ]
      : []),
  ].join('\n')
}

/** Returns the exit code. */
async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE)
    return 0
  }
  const { request, config } = moveRequest(args, process.env)
  process.umask(OWNER_ONLY_UMASK)
  const moved = await move(request, {
    config,
    clock: systemClock,
    log: createLog(config.logLevel),
    onTable: ({ name, rows, checksum }) =>
      console.log(`${name.padEnd(22)} ${String(rows).padStart(9)} rows  ${checksum}`),
  })
  console.log(reportOf(request, moved, config))
  return 0
}

// The clock's timers keep no process going that waits for nothing else.
const waiting = setInterval(() => {}, 60_000)
main(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    },
  )
  .finally(() => clearInterval(waiting))
