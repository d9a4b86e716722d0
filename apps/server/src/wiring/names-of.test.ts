import { describe, expect, test } from 'vitest'
import { createNamesOf } from '../features/accounts/names-of.ts'
import { membershipRows } from '../features/workspaces/membership.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedUser } from '../testing/seed-user.ts'

describe.each(engines)('the names of people in a workspace, on %s,', (engine) => {
  test('leave out accounts that are gone, and are none where one person is alone', async () => {
    const { db, close } = await freshDatabase(engine)
    const [siti, aina] = [await seedUser(db), await seedUser(db)]
    const namesOf = createNamesOf(db, { membershipRows })
    expect(await namesOf(siti, [siti])).toBeNull()
    expect(await namesOf(siti, [aina])).toEqual(new Map([[aina, 'Siti']]))
    expect(await namesOf(siti, [siti, 'gone'])).toEqual(new Map([[siti, 'Siti']]))
    await close()
  })
})
