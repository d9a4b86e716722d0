import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { namesOf } from './names-of.ts'

describe.each(engines)('the names of people, on %s,', (engine) => {
  test('leave out those whose account is gone', async () => {
    const { db, close } = await freshDatabase(engine)
    const id = await seedUser(db)
    expect(await namesOf(db, [id, 'gone'])).toEqual(new Map([[id, 'Siti']]))
    await close()
  })
})
