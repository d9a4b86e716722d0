import { systemClock } from '../platform/clock.ts'
import { checkPostgres } from '../platform/database/check-postgres.ts'
import { createDatabaseClaim } from '../platform/database/claim-database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { refuseMoved } from '../platform/database/move/move-marks.ts'
import { checkSecretKey } from '../platform/database/secret-check.ts'
import { explainUnusableDatabase } from '../platform/database/unusable-database.ts'
import type { Part } from '../platform/lifecycle.ts'
import type { Base } from './base.ts'
import { checkSharedSettings } from './shared-settings.ts'

interface Needs {
  onTaken(): void
  /** Starts before everything else. */
  ready(): Promise<void>
  hasMedia(): Promise<boolean>
}

/** The database, claimed and migrated, and what its nodes must have in common. */
export function databaseParts(base: Base, { onTaken, ready, hasMedia }: Needs): Part[] {
  const { config, log, db, databaseSockets: sockets } = base
  const explain = (error: unknown) => {
    throw explainUnusableDatabase(error, base.databaseFile)
  }
  const url = config.databaseUrl
  // PostgreSQL answers in real time.
  const clock = systemClock
  const claim = url && createDatabaseClaim(url, { mode: 'shared', sockets, clock, log, onTaken })
  const database: Part = {
    name: 'database',
    start: async () => {
      await migrate(db).catch(explain)
      await refuseMoved(db)
      await checkSecretKey(db, base.box)
      if (claim) await checkSharedSettings(base, { hasOthers: await claim.hasOthers(), hasMedia })
      await ready()
    },
    stop: () => db.destroy(),
  }
  if (!claim) return [database]
  // What is claimed through a pooler would stay claimed.
  const claimed = () => checkPostgres(url, clock).then(claim.start)
  return [{ ...claim, start: () => claimed().catch(explain) }, database]
}
