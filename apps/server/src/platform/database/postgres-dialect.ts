import type { Socket } from 'node:net'
import { type Dialect, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { notOpened } from './database-away.ts'
import { KEPT_ALIVE } from './database-sockets.ts'
import { EmptyListCompiler } from './empty-lists.ts'
import type { ReadAtOnce } from './read-at-once.ts'
import { useNames } from './statement-names.ts'

const INT8_OID = 20
const POOL_SIZE = 8
/** Beside these: few, as each plans every statement anew. */
const READERS = 2
/**
 * Prepared reads look up rows by keys, whatever the values are, so they are planned once. Before a
 * table has grown, reading all of it would look cheaper, and the plan would be kept.
 */
const PLANNED_ONCE = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
`

/**
 * New texts wait in a list of the index of parts, which whoever makes it longer than this empties
 * first: at PostgreSQL's 4 MB somebody who adds one contact while others are imported would wait
 * for thousands. 100,000 contacts take 60 MB; `indexPendingTexts` empties the lists.
 */
const LEAVE_TEXTS_PENDING = "set gin_pending_list_limit = '256MB'"

/**
 * PostgreSQL keeps what a connection has locked until it misses its answers: here after half a
 * minute, otherwise after two hours. So long others would wait for whoever was cut off.
 */
export const MISSED_SOON = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4;
  set tcp_user_timeout = 30000;
`

/** Runs a statement on a new connection; resolves to the number of its rows. */
export type AskConnection = (statement: string, values: unknown[]) => Promise<number>

export interface PostgresAccess {
  readonly url: string
  /** What PostgreSQL calls its connections, at most 63 characters. */
  readonly name?: string
  /** How many connections at most; 8 where nothing is said, and 2 for prepared reads. */
  readonly connections?: number
  /** What is set on each connection, in place of the usual. */
  readonly settings?: string
  /** What a connection goes over. */
  readonly stream?: () => Socket
  /** Rejects where a new connection must not be used. */
  admit?(ask: AskConnection): Promise<void>
}

/** What all connections have in common, a pool's or not. */
function connecting({ url, name, stream }: PostgresAccess): pg.ClientConfig {
  return {
    connectionString: url,
    ...KEPT_ALIVE,
    ...(name && { application_name: name }),
    ...(stream && { stream }),
  }
}

/** A connection that belongs to no pool, still to be opened. */
export const createClient = (access: PostgresAccess): pg.Client => new pg.Client(connecting(access))

/** Connections to PostgreSQL, opened when they are needed; none of their errors goes unheard. */
export function createPool(access: PostgresAccess, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...connecting(access),
    max: access.connections ?? POOL_SIZE,
    verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
      makeReady(client, access).then(() => done(), done)
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

async function makeReady(
  client: pg.PoolClient,
  { settings = LEAVE_TEXTS_PENDING, admit }: PostgresAccess,
): Promise<void> {
  await client.query(MISSED_SOON + settings)
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
  const readers = createPool({ ...access, connections: READERS, settings: PLANNED_ONCE }, log)

  function told(error: unknown): never {
    onFailed(error)
    throw error
  }

  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => pool.connect().catch(notOpened),
      async end() {
        await Promise.all([pool.end(), readers.end()])
      },
    },
    async onCreateConnection(connection) {
      const execute: typeof connection.executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(...asked: Parameters<typeof execute>) =>
        execute<R>(...asked).catch(told)
    },
  })

  async function read<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const client = await readers.connect().catch(notOpened)
    try {
      return (await client.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows
    } finally {
      client.release()
    }
  }

  const adapter = new ReadingAdapter(<Row>(...asked: Parameters<ReadAtOnce>) =>
    read<Row>(...asked).catch(told),
  )
  return {
    createAdapter: () => adapter,
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => new EmptyListCompiler(),
  }
}

class ReadingAdapter extends PostgresAdapter {
  readonly readAtOnce: ReadAtOnce

  constructor(readAtOnce: ReadAtOnce) {
    super()
    this.readAtOnce = readAtOnce
  }
}
