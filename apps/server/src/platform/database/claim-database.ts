import { Mutex } from 'async-mutex'
import type pg from 'pg'
import { type Clock, pause } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { REFUSES_WRITES } from './database-away.ts'
import type { DatabaseSockets } from './database-sockets.ts'
import { createClient, MISSED_SOON } from './postgres-dialect.ts'
import { watchAnswer } from './watch-answers.ts'

/**
 * An arbitrary number, the same in every version; advisory locks are per database. Versions without
 * nodes took it exclusively, so they and the nodes of later versions exclude each other.
 */
const LOCK_ID = 0x6b6972696d
const RETRY_INTERVAL_MS = 250
/** PostgreSQL needs a moment to notice that the previous server has died. */
const WAIT_FOR_LAST_MS = 5000
const ASK_EVERY_MS = 2000

const TAKE = {
  shared: 'select pg_try_advisory_lock_shared($1) as taken',
  alone: 'select pg_try_advisory_lock($1) as taken',
}
const READ_ONLY = 'the database can only be read'
const ASK = `select ${REFUSES_WRITES} as refuses`
const OTHERS = `select count(*)::int as others from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and pid <> pg_backend_pid()
  and (classid::bigint << 32) + objid::bigint = $1
  and database = (select oid from pg_database where datname = current_database())`

export interface DatabaseClaim extends Part {
  /** Whether other servers use the database or are starting on it. */
  hasOthers(): Promise<boolean>
}

interface ClaimDeps {
  readonly mode: keyof typeof TAKE
  readonly sockets: DatabaseSockets
  readonly clock: Clock
  readonly log: Log
  onTaken(): void
}

/**
 * Locks a PostgreSQL database, shared with the other nodes or exclusively. The lock ends with the
 * connection when the process dies, and is taken again after a restart of PostgreSQL. The
 * connection also serves as a health check: while it gets no answer, all connections are given up.
 * `start` throws StartError; `onTaken` reports that an exclusive process was faster after a
 * restart, so this one must stop.
 */
export function createDatabaseClaim(url: string, deps: ClaimDeps): DatabaseClaim {
  const { mode, sockets, clock, log, onTaken } = deps
  const stopping = new AbortController()
  /** A connection runs one statement at a time. */
  const statements = new Mutex()
  let lockConnection: pg.Client | null = null

  async function take(): Promise<boolean> {
    const client = createClient({ url, stream: sockets.openToAsk })
    client.on('error', (err) => {
      log.warn({ err }, 'hold on the database lost')
      if (lockConnection === client) void takeAgain()
    })
    const taking = async () => {
      await client.connect()
      await client.query(MISSED_SOON)
      const { rows } = await client.query<{ refuses: boolean }>(ASK)
      if (rows[0]?.refuses) {
        sockets.giveUp(READ_ONLY)
        throw new Error(READ_ONLY)
      }
      return client.query<{ taken: boolean }>(TAKE[mode], [LOCK_ID])
    }
    try {
      const { rows } = await watchAnswer(taking(), deps)
      sockets.answered()
      // A claim that was stopped meanwhile must not keep the lock.
      if (rows[0]?.taken && !stopping.signal.aborted) lockConnection = client
      return lockConnection === client
    } finally {
      if (lockConnection !== client) await client.end()
    }
  }

  async function ask<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return statements.runExclusive(async () => {
      if (!lockConnection) return []
      return (await watchAnswer(lockConnection.query<Row>(statement, [...values]), deps)).rows
    })
  }

  async function keepAsking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(clock, ASK_EVERY_MS, stopping.signal)
      // A failure means that the connection is lost; its handler takes the lock again.
      const [answer] = await ask<{ refuses: boolean }>(ASK).catch(() => [])
      if (answer?.refuses) sockets.giveUp(READ_ONLY)
    }
  }

  async function takeAgain(): Promise<void> {
    lockConnection = null
    let refusedSince: number | null = null
    while (!lockConnection) {
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
      void keepAsking()
    },
    async stop() {
      stopping.abort()
      const client = lockConnection
      lockConnection = null
      if (client) await watchAnswer(client.end(), deps)
    },
    async hasOthers() {
      const [answer] = await ask<{ others: number }>(OTHERS, [LOCK_ID])
      return (answer?.others ?? 0) > 0
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
