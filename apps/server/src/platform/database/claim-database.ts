import pg from 'pg'
import { type Clock, pause } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'

/** An arbitrary number, the same in every version. PostgreSQL keeps such locks per database. */
const LOCK_ID = 0x6b6972696d
const RETRY_INTERVAL_MS = 250
/** PostgreSQL needs a moment to notice that the previous server has died. */
const WAIT_FOR_LAST_MS = 5000

/**
 * Locks a PostgreSQL database for this server alone, like the data directory: two servers would
 * link the same numbers and write to the same people. The lock ends with the connection when the
 * process dies; after a restart of PostgreSQL it is taken again. `start` throws StartError;
 * `onTaken` reports that another server was faster after such a restart, so this one must stop.
 */
export function createDatabaseClaim(
  url: string,
  { clock, log, onTaken }: { clock: Clock; log: Log; onTaken: () => void },
): Part {
  const stopping = new AbortController()
  let held: pg.Client | null = null

  async function take(): Promise<boolean> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', (err) => {
      log.warn({ err }, 'hold on the database lost')
      if (held === client) void takeAgain()
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1) as taken',
        [LOCK_ID],
      )
      if (rows[0]?.taken) held = client
      return held === client
    } finally {
      if (held !== client) await client.end()
    }
  }

  async function takeAgain(): Promise<void> {
    held = null
    let refusedSince: number | null = null
    while (!held) {
      await pause(clock, RETRY_INTERVAL_MS, stopping.signal)
      if (stopping.signal.aborted) return
      const taken = await take().catch((err: unknown) => {
        log.warn({ err }, 'database not held')
        return null
      })
      refusedSince = taken === false ? (refusedSince ?? clock.now()) : null
      if (refusedSince !== null && clock.now() - refusedSince >= WAIT_FOR_LAST_MS) return onTaken()
    }
  }

  return {
    name: 'database claim',
    async start() {
      const until = clock.now() + WAIT_FOR_LAST_MS
      while (!(await take())) {
        if (clock.now() >= until) {
          throw new StartError(
            'Another Kirim server is already using the database that DATABASE_URL names. Stop it first, or set DATABASE_URL to another one.',
          )
        }
        await pause(clock, RETRY_INTERVAL_MS)
      }
    },
    async stop() {
      stopping.abort()
      const client = held
      held = null
      await client?.end()
    },
  }
}
