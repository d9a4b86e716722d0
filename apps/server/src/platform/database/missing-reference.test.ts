import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { isMissingReference } from './missing-reference.ts'

test.each(engines)(
  '%s: a row that names one that is gone is told from other faults',
  async (engine) => {
    const { db, close } = await freshDatabase(engine)
    const orphan = await db
      .insertInto('user_totals')
      .values({ user_id: 'nobody', total: 0, sent: 0, failed: 0 })
      .execute()
      .catch((error: unknown) => error)
    const twice = await db
      .insertInto('locks')
      .values([
        { name: 'same', taken_at: 1 },
        { name: 'same', taken_at: 2 },
      ])
      .execute()
      .catch((error: unknown) => error)
    await close()
    expect(orphan).toBeInstanceOf(Error)
    expect(isMissingReference(orphan)).toBe(true)
    expect(twice).toBeInstanceOf(Error)
    expect(isMissingReference(twice)).toBe(false)
  },
)
