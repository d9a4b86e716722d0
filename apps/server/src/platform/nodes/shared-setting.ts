import type { SecretBox } from '../crypto/secret-box.ts'
import type { Db } from '../database/database.ts'
import { takeLock } from '../database/take-lock.ts'

export interface SharedSettingDeps {
  readonly db: Db
  readonly box: SecretBox
  readonly now: number
}

/**
 * Stores a setting that all nodes of a database must share. `decide` gets the stored value, null at
 * first, and returns the new one, or throws StartError. Nodes that start together decide one after
 * the other.
 */
export function shareSetting(
  { db, box, now }: SharedSettingDeps,
  name: 'network' | 'media',
  decide: (stored: string | null) => Promise<string> | string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await takeLock(tx, `same on all: ${name}`, now)
    const row = await tx
      .selectFrom('server_checks')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst()
    const stored = row ? box.open(row.sealed, name) : null
    const decided = await decide(stored)
    if (decided === stored) return
    const sealed = box.seal(decided, name)
    await tx
      .insertInto('server_checks')
      .values({ name, sealed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
      .execute()
  })
}
