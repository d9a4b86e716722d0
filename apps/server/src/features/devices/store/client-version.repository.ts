import type { Db } from '../../../platform/database/database.ts'
import { isClientVersion, type StoredVersion, type VersionStore } from '../client-version.ports.ts'

const NAME = 'latest'

/** The newest version of its client that the network has named. */
export function createVersionStore(db: Db): VersionStore {
  return {
    async read(): Promise<StoredVersion | null> {
      const row = await db
        .selectFrom('client_version')
        .selectAll()
        .where('name', '=', NAME)
        .executeTakeFirst()
      const version = row?.version.split('.').map(Number) ?? []
      return row && isClientVersion(version) ? { version, askedAt: row.asked_at } : null
    },

    async write({ version, askedAt }: StoredVersion): Promise<void> {
      const row = { version: version.join('.'), asked_at: askedAt }
      await db
        .insertInto('client_version')
        .values({ name: NAME, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },
  }
}
