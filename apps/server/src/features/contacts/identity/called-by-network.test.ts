import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { createIdentityKeeper } from './join-contacts.ts'
import { createNetworkNumbers } from './network-numbers.ts'

describe.each(engines)('whom the network names, on %s', (engine) => {
  test('is found by an index of those who have such a name', async () => {
    const { db, close } = await freshDatabase(engine)
    const workspaceId = await seedUser(db)
    const numbers = Array.from({ length: 1000 }, (_, n) => `6012${1_000_000 + n}`)
    await seedGroup(db, workspaceId, 'Customers', numbers)
    const [phoneNumber = ''] = numbers
    const [lid, networkNumber] = ['123456789@lid', '5511987654321']
    await db
      .updateTable('contacts')
      .set({ lid, network_number: networkNumber })
      .where('phone_number', '=', phoneNumber)
      .execute()
    if (engine === 'PostgreSQL') await sql`analyze contacts`.execute(db)
    const plans = await queryPlans(db, async (asked) => {
      const quota = { change: async () => {} }
      const keeper = createIdentityKeeper({ db: asked, quota, carryOptOut: async () => {} })
      await keeper.learn({ workspaceId, phoneNumber: '60199999999', lid })
      await createNetworkNumbers(asked).asWritten(workspaceId, networkNumber)
    })
    for (const index of ['contacts_lid', 'contacts_network_number']) {
      expect(plans.filter((line) => line.includes(index))).toHaveLength(1)
    }
    expect(await createNetworkNumbers(db).asWritten(workspaceId, networkNumber)).toBe(phoneNumber)
    await close()
  })
})
