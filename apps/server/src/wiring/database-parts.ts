import { checkSecretKey } from '../platform/crypto/secret-check.ts'
import { createDatabaseClaim } from '../platform/database/claim-database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { explainUnusableDatabase } from '../platform/database/unusable-database.ts'
import type { Part } from '../platform/lifecycle.ts'
import type { Base } from './base.ts'

/** The database, locked for this server and migrated; `ready` starts before everything else. */
export function databaseParts(
  base: Base,
  { onTaken, ready }: { onTaken(): void; ready(): Promise<void> },
): Part[] {
  const { config, clock, log, db } = base
  const explain = (error: unknown) => {
    throw explainUnusableDatabase(error, base.databaseFile)
  }
  const database: Part = {
    name: 'database',
    start: async () => {
      await migrate(db).catch(explain)
      await checkSecretKey(db, base.box)
      await ready()
    },
    stop: () => db.destroy(),
  }
  if (!config.databaseUrl) return [database]
  const claim = createDatabaseClaim(config.databaseUrl, { clock, log, onTaken })
  return [{ ...claim, start: () => claim.start().catch(explain) }, database]
}
