import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { notOpened } from './database-away.ts'
import { useNames } from './statement-names.ts'

const INT8_OID = 20
const POOL_SIZE = 10

/**
 * New texts wait in a list of the index of parts, which whoever makes it longer than this empties
 * first: at PostgreSQL's 4 MB somebody who adds one contact while others are imported would wait
 * for thousands. 100,000 texts take 60 MB; `createTextIndexing` empties the list.
 */
const PENDING_TEXTS = "set gin_pending_list_limit = '256MB'"

/** Runs a statement on a new connection; resolves to the number of its rows. */
export type AskConnection = (statement: string, values: unknown[]) => Promise<number>

export interface PostgresAccess {
  readonly url: string
  /** What PostgreSQL calls its connections, at most 63 characters. */
  readonly name?: string
  /** How many connections at most; 10 where nothing is said. */
  readonly connections?: number
  /** Rejects where a new connection must not be used. */
  admit?(ask: AskConnection): Promise<void>
}

/** Connections to PostgreSQL, opened when they are needed; none of their errors goes unheard. */
export function createPool(
  { url, name, connections = POOL_SIZE, admit }: PostgresAccess,
  log: Log,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    ...(name && { application_name: name }),
    verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
      makeReady(client, admit).then(() => done(), done)
    },
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
    } as pg.CustomTypesConfig,
  })
  // Without a listener a restart of the database would end the process; the pool only listens on
  // idle connections.
  pool.on('error', (err) => log.warn({ err }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', useNames)
  return pool
}

async function makeReady(client: pg.PoolClient, admit: PostgresAccess['admit']): Promise<void> {
  await client.query(PENDING_TEXTS)
  await admit?.(async (statement, values) => (await client.query(statement, values)).rows.length)
}

/**
 * Kysely over pg. Epoch milliseconds and counts fit into a Number, so int8 is read as one.
 * `onFailed` receives the error of each failed statement.
 */
export function createPostgresDialect(
  access: PostgresAccess,
  log: Log,
  onFailed: (error: unknown) => void = () => {},
): Dialect {
  const pool = createPool(access, log)
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => pool.connect().catch(notOpened),
      end: () => pool.end(),
    },
    async onCreateConnection(connection) {
      const execute: typeof connection.executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(...asked: Parameters<typeof execute>) =>
        execute<R>(...asked).catch((error: unknown) => {
          onFailed(error)
          throw error
        })
    },
  })
}
