import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'

/**
 * The time in epoch milliseconds as part of a statement: that of PostgreSQL, which is the same for
 * all servers whatever their own clocks say; the embedded engine's is the server's.
 */
export function databaseNow(isShared: boolean, clock: Clock): () => RawBuilder<number> {
  return isShared
    ? () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : () => sql<number>`${clock.now()}`
}
