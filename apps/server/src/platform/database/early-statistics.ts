import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Part } from '../lifecycle.ts'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { isOwnRelation } from './own-relations.ts'
import { isSqlite } from './text-search.ts'

const INTERVAL_MS = 2000
/** For smaller tables any plan is good. */
const PAGES_MIN = 16

interface StatisticsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/**
 * Runs ANALYZE on PostgreSQL tables that have doubled since the last time. Autovacuum does so once
 * a minute at most; until then, PostgreSQL expects a handful of rows for a device that was just
 * linked, scans all of them for each message, and connections keep that plan.
 */
export function createEarlyStatistics({ db, clock, log }: StatisticsDeps): Part {
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  function schedule(): void {
    if (isStopped) return
    cancel = clock.after(INTERVAL_MS, () => {
      running = analyzeGrown(db)
        .catch((err: unknown) => {
          if (!isDatabaseAway(err)) log.warn({ err }, 'tables that have grown were not analyzed')
        })
        .finally(schedule)
    })
  }

  return {
    name: 'early statistics',
    async start() {
      if (!isSqlite(db)) schedule()
    },
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}

/** Skips tables that are being analyzed. */
export async function analyzeGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class as relation
    where relkind = 'r' and ${isOwnRelation}
      and pg_relation_size(oid) / current_setting('block_size')::int
        >= greatest(${PAGES_MIN}, 2 * relpages)
  `.execute(db)
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
}
