import type { Db } from './database.ts'

/**
 * Waits until no other transaction holds the turn of this name, and holds it until this one ends.
 */
export async function takeTurn(tx: Db, name: string, now: number): Promise<void> {
  await tx
    .insertInto('turns')
    .values({ name, taken_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ taken_at: now }))
    .execute()
}
