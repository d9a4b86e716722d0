import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Counts } from './counts.ts'

const SWEEP_EVERY_MS = 60 * 60_000

/** Counts shared by all nodes. Keys are hashed, so that rows do not show whom they are about. */
export function createSharedCounts(db: Db, clock: Clock): (name: string) => Counts {
  let sweepAt = clock.now() + SWEEP_EVERY_MS

  /** Any node may run it. */
  async function sweep(now: number): Promise<void> {
    if (now < sweepAt) return
    sweepAt = now + SWEEP_EVERY_MS
    await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute()
  }

  return (name) => {
    const idOf = (key: string) => createHash('sha256').update(`${name} ${key}`).digest('base64url')
    return {
      async of(key) {
        const row = await db
          .selectFrom('limit_counts')
          .select(['count', 'ends_at as endsAt'])
          .where('id', '=', idOf(key))
          .where('ends_at', '>', clock.now())
          .executeTakeFirst()
        return row ?? null
      },

      async add(key, windowMs) {
        const now = clock.now()
        await sweep(now)
        const isOver = sql<boolean>`limit_counts.ends_at <= ${now}`
        return db
          .insertInto('limit_counts')
          .values({ id: idOf(key), count: 1, ends_at: now + windowMs })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((eb) => ({
              count: eb
                .case()
                .when(isOver)
                .then(1)
                .else(eb('limit_counts.count', '+', 1))
                .end(),
              ends_at: eb
                .case()
                .when(isOver)
                .then(eb.ref('excluded.ends_at'))
                .else(eb.ref('limit_counts.ends_at'))
                .end(),
            })),
          )
          .returning(['count', 'ends_at as endsAt'])
          .executeTakeFirstOrThrow()
      },

      async forget(key) {
        await db.deleteFrom('limit_counts').where('id', '=', idOf(key)).execute()
      },
    }
  }
}
