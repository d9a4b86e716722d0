import type { Socket } from 'node:net'
import { type Dialect, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { markNotConnected } from './database-away.ts'
import { KEEP_ALIVE } from './database-sockets.ts'
import type { DirectRead } from './direct-read.ts'
import { EmptyListCompiler } from './empty-lists.ts'
import { useNames } from './statement-names.ts'

const INT8_OID = 20
const POOL_SIZE = 8
/** In addition, for prepared reads: few, as each plans every statement itself. */
const READERS = 2
/**
 * Prepared reads look rows up by key, so one plan serves all values. While a table is small, a
 * sequential scan would look cheaper, and the connection would keep that plan.
 */
const PLANNED_ONCE = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
`

/**
 * New texts go into the pending list of the GIN index. The insert that exceeds this limit has to
 * merge the list first: at PostgreSQL's default of 4 MB, adding one contact during an import would
 * wait for thousands of others. 100,000 contacts take 60 MB; `indexPendingTexts` empties the lists.
 */
const LEAVE_TEXTS_PENDING = "set gin_pending_list_limit = '256MB'"

/**
 * PostgreSQL notices a lost client after half a minute, instead of two hours, and releases its
 * locks.
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
  /** The `application_name` of its connections, at most 63 characters. */
  readonly name?: string
  /** The pool size; by default 8, and 2 more for prepared reads. */
  readonly connections?: number
  /** Statements run on each new connection, instead of the default ones. */
  readonly settings?: string
  /** Creates the socket of a connection. */
  readonly stream?: () => Socket
  /** Rejects a new connection that must not be used. */
  admit?(ask: AskConnection): Promise<void>
}

/** The options of every connection. */
function clientConfig({ url, name, stream }: PostgresAccess): pg.ClientConfig {
  return {
    connectionString: url,
    ...KEEP_ALIVE,
    ...(name && { application_name: name }),
    ...(stream && { stream }),
  }
}

/** An unopened connection outside of any pool. */
export const createClient = (access: PostgresAccess): pg.Client =>
  new pg.Client(clientConfig(access))

/** A pool that opens connections on demand and logs their errors. */
export function createPool(access: PostgresAccess, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(access),
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

  function reportFailure(error: unknown): never {
    onFailed(error)
    throw error
  }

  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => pool.connect().catch(markNotConnected),
      async end() {
        await Promise.all([pool.end(), readers.end()])
      },
    },
    async onCreateConnection(connection) {
      const execute: typeof connection.executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(...args: Parameters<typeof execute>) =>
        execute<R>(...args).catch(reportFailure)
    },
  })

  async function read<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const client = await readers.connect().catch(markNotConnected)
    try {
      return (await client.query<Row & pg.QueryResultRow>(sql, [...parameters])).rows
    } finally {
      client.release()
    }
  }

  const adapter = new ReadingAdapter(<Row>(...args: Parameters<DirectRead>) =>
    read<Row>(...args).catch(reportFailure),
  )
  return {
    createAdapter: () => adapter,
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => new EmptyListCompiler(),
  }
}

class ReadingAdapter extends PostgresAdapter {
  readonly directRead: DirectRead

  constructor(directRead: DirectRead) {
    super()
    this.directRead = directRead
  }
}
