import type { Db } from './database.ts'

/**
 * Waits until no other transaction holds the lock of this name, and holds it until this one ends.
 */
export async function takeLock(tx: Db, name: string, now: number): Promise<void> {
  await tx
    .insertInto('locks')
    .values({ name, taken_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ taken_at: now }))
    .execute()
}
