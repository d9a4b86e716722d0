import pg from 'pg'
import { type Clock, pause } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'

/**
 * An arbitrary number, the same in every version. PostgreSQL keeps such locks per database.
 * Versions that knew only one server took it exclusively: they and the nodes of a later one keep
 * each other out.
 */
const LOCK_ID = 0x6b6972696d
const RETRY_INTERVAL_MS = 250
/** PostgreSQL needs a moment to notice that the previous server has died. */
const WAIT_FOR_LAST_MS = 5000

const TAKE = {
  shared: 'select pg_try_advisory_lock_shared($1) as taken',
  alone: 'select pg_try_advisory_lock($1) as taken',
}
const OTHERS = `select count(*)::int as others from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and pid <> pg_backend_pid()
  and (classid::bigint << 32) + objid::bigint = $1
  and database = (select oid from pg_database where datname = current_database())`

export interface DatabaseClaim extends Part {
  /** Whether other servers are on the database, those that are starting included. */
  hasOthers(): Promise<boolean>
}

/**
 * Locks a PostgreSQL database, shared with the other nodes or for this process alone. The lock
 * ends with the connection when the process dies; after a restart of PostgreSQL it is taken again.
 * `start` throws StartError; `onTaken` reports that one who must be alone was faster after such a
 * restart, so this one must stop.
 */
export function createDatabaseClaim(
  url: string,
  deps: { mode: keyof typeof TAKE; clock: Clock; log: Log; onTaken: () => void },
): DatabaseClaim {
  const { mode, clock, log, onTaken } = deps
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
      const { rows } = await client.query<{ taken: boolean }>(TAKE[mode], [LOCK_ID])
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
        if (clock.now() >= until) throw refusal(mode)
        await pause(clock, RETRY_INTERVAL_MS)
      }
    },
    async stop() {
      stopping.abort()
      const client = held
      held = null
      await client?.end()
    },
    async hasOthers() {
      const answer = await held?.query<{ others: number }>(OTHERS, [LOCK_ID])
      return (answer?.rows[0]?.others ?? 0) > 0
    },
  }
}

function refusal(mode: keyof typeof TAKE): StartError {
  const who =
    mode === 'alone' ? 'A Kirim server' : 'A Kirim server of an earlier version, or a move,'
  return new StartError(
    `${who} is using the database that DATABASE_URL names. Stop it first, or set DATABASE_URL to another one.`,
  )
}
