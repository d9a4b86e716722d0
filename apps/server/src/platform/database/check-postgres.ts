import { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { StartError } from '../start-error.ts'
import { REFUSES_WRITES } from './database-away.ts'
import { haveOwnSessions } from './own-sessions.ts'
import { UnusableDatabase } from './unusable-database.ts'

const ANSWER_WITHIN_MS = 15_000
/** The first with `pg_terminate_backend(pid, timeout)`. */
const OLDEST_VERSION = 140_000
const FACTS = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int as number,
    pg_encoding_to_char(encoding) as encoding,
    ${REFUSES_WRITES} as "refusesWrites"
  from pg_database where datname = current_database()
`

interface Facts {
  readonly version: string
  readonly number: number
  readonly encoding: string
  readonly refusesWrites: boolean
}

/**
 * Throws StartError for a PostgreSQL on which Kirim would fail later: an old one, one that cannot
 * store every character, one behind a pooler that takes sessions apart, and one that does not
 * answer.
 */
export async function checkPostgres(url: string, clock: Clock): Promise<void> {
  const sockets = [new Socket(), new Socket()] as const
  const [one, other] = [clientOf(url, sockets[0]), clientOf(url, sockets[1])]
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(ANSWER_WITHIN_MS, () => {
    late.reject(silent())
    // A silent server would not answer `end` either.
    for (const socket of sockets) socket.destroy()
  })

  async function check(): Promise<void> {
    await Promise.all([one.connect(), other.connect()])
    const { rows } = await one.query<Facts>(FACTS)
    for (const facts of rows) refuseUnfit(facts)
    if (!(await haveOwnSessions(one, other))) throw withoutSessions()
  }

  try {
    await Promise.race([check(), late.promise])
  } finally {
    cancel()
    void Promise.all([one.end(), other.end()])
  }
}

function clientOf(url: string, socket: Socket): pg.Client {
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  // Without a listener a connection that is lost would end the process.
  client.on('error', () => {})
  return client
}

function refuseUnfit({ version, number, encoding, refusesWrites }: Facts): void {
  if (number < OLDEST_VERSION) {
    throw new StartError(
      `The database that DATABASE_URL names runs PostgreSQL ${version}. Kirim needs PostgreSQL 14 or later.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database that DATABASE_URL names uses the encoding ${encoding}, but letters and emoji of all languages need UTF8. Create one with it (create database kirim template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'), and bring over with pg_dump what is in this one.`,
    )
  }
  if (refusesWrites) throw readOnly()
}

function readOnly(): StartError {
  return new UnusableDatabase(
    `The database that DATABASE_URL names can only be read. Name the primary server in place of its standby, and see that default_transaction_read_only is off.`,
  )
}

function withoutSessions(): StartError {
  return new StartError(
    `Connections to the database that DATABASE_URL names do not keep a session, as with a pooler in transaction or statement mode. Connect to PostgreSQL itself, or to a pooler in session mode with room for 16 connections of each server.`,
  )
}

function silent(): StartError {
  return new UnusableDatabase(
    `The database that DATABASE_URL names did not answer two connections within 15 seconds. Check that it runs; a pooler in front of it needs room for 16 connections of each server.`,
  )
}
