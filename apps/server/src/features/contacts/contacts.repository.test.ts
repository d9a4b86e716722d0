import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedGroup } from '../../testing/seed-group.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { unbounded } from '../../testing/unbounded.ts'
import { createContactsRepository } from './contacts.repository.ts'

const NUMBER = '60123456701'

describe.each(engines)('contacts of several owners on %s', (engine) => {
  test('a number has the name that its own owner gave it', async () => {
    const { db, close } = await freshDatabase(engine)
    const contacts = createContactsRepository(db, { contacts: unbounded, groupPlaces: unbounded })
    const [siti, omar, stranger] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    for (const [workspaceId, name] of [
      [siti, 'Kak Lim'],
      [omar, 'Supplier'],
    ] as const) {
      await seedGroup(db, workspaceId, 'Everybody', [NUMBER])
      await db.updateTable('contacts').set({ name }).where('user_id', '=', workspaceId).execute()
    }
    const names = await Promise.all(
      [siti, omar, stranger].map(
        async (workspaceId) => (await contacts.personOf(workspaceId, NUMBER))?.name,
      ),
    )
    expect(names).toEqual(['Kak Lim', 'Supplier', undefined])
    await close()
  })
})
