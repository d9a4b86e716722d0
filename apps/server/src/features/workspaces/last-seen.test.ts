import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { storeSeen } from './last-seen.ts'

describe.each(engines)('when people were last seen, on %s', (engine) => {
  test('is stored for those who were, and nobody else', async () => {
    const { db, close } = await freshDatabase(engine)
    onTestFinished(close)
    const people = [await seedUser(db), await seedUser(db), await seedUser(db)] as const
    const [aina, , ali] = people
    const pairs = [
      { workspaceId: aina, personId: aina },
      { workspaceId: ali, personId: ali },
      { workspaceId: 'gone', personId: aina },
    ]
    await storeSeen(db, pairs, 5000)
    const rows = await db.selectFrom('memberships').select(['person_id', 'last_seen_at']).execute()
    const seen = new Map(rows.map((row) => [row.person_id, row.last_seen_at]))
    expect(people.map((id) => seen.get(id))).toEqual([5000, null, 5000])
  })
})
