import type { SecretBox } from '../crypto/secret-box.ts'
import type { Db } from '../database/database.ts'
import { takeLock } from '../database/take-lock.ts'

export interface SameOnAllDeps {
  readonly db: Db
  readonly box: SecretBox
  readonly now: number
}

/**
 * What all nodes of a database must have in common is written there: `decide` gets what was
 * written, null at first, and returns what holds from now on, or throws StartError. Nodes that
 * start at once decide one after the other.
 */
export function sameOnAll(
  { db, box, now }: SameOnAllDeps,
  name: 'network' | 'media',
  decide: (written: string | null) => Promise<string> | string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await takeLock(tx, `same on all: ${name}`, now)
    const row = await tx
      .selectFrom('server_checks')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst()
    const written = row ? box.open(row.sealed, name) : null
    const decided = await decide(written)
    if (decided === written) return
    const sealed = box.seal(decided, name)
    await tx
      .insertInto('server_checks')
      .values({ name, sealed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
      .execute()
  })
}
