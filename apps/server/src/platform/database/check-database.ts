import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './database.ts'

const ANSWER_TIMEOUT_MS = 2000

/** Checks that the database answers; concurrent callers share one check. */
export function createDatabaseCheck(db: Db, clock: Clock): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    try {
      await db.selectNoFrom(sql<number>`1`.as('one')).execute()
      return true
    } catch {
      return false
    } finally {
      asking = null
    }
  }

  return () => {
    asking ??= ask()
    const answer = asking
    return new Promise((done) => {
      const cancel = clock.after(ANSWER_TIMEOUT_MS, () => done(false))
      void answer.then((answers) => {
        cancel()
        done(answers)
      })
    })
  }
}
