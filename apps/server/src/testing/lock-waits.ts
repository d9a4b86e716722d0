import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Resolves once somebody on this database of PostgreSQL's waits for a lock, to the processes of
 * those who do.
 */
export function untilOneWaits(db: Db): Promise<readonly number[]> {
  return until('one waits for another', async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length > 0 && rows.map(({ pid }) => pid)
  })
}
