import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'

const INT8_OID = 20
const POOL_SIZE = 10

/** Kysely over pg. Epoch milliseconds and counts fit into a Number, so int8 is read as one. */
export function createPostgresDialect(url: string, log: Log): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
    } as pg.CustomTypesConfig,
  })
  // Without a listener a restart of the database would end the process; the pool only listens on
  // idle connections.
  pool.on('error', (err) => log.warn({ err }, 'database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}
