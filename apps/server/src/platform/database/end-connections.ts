import { sql } from 'kysely'
import type { Db } from './database.ts'

/** PostgreSQL ends a connection within milliseconds, unless it waits for a disk. */
const WITHIN_MS = 5000

/**
 * PostgreSQL ends all connections of this name; what they had not committed is undone. Resolves
 * once they are gone.
 */
export async function endConnections(db: Db, name: string): Promise<void> {
  const ofName = sql`
    from pg_stat_activity where application_name = ${name} and pid <> pg_backend_pid()
  `
  // All of them first, since PostgreSQL waits for one after the other, a tenth of a second each.
  await sql`select pg_terminate_backend(pid) ${ofName}`.execute(db)
  // The statement returns false for a connection that has ended by now.
  await sql`select pg_terminate_backend(pid, ${WITHIN_MS}) ${ofName}`.execute(db)
  const { rows } = await sql`select 1 ${ofName}`.execute(db)
  if (rows.length > 0) throw new Error('A connection could not be ended in time.')
}
