import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { unbounded } from '../../../testing/unbounded.ts'
import { peopleBatches } from './people-batch.ts'
import { createImportStore, storeBatches } from './store-batch.ts'

test('each person of a batch is looked up, however many contacts their owner has', async () => {
  const { db, close } = await freshDatabase('SQLite')
  await sql`pragma foreign_keys = off`.execute(db)
  const people = [{ name: 'Ali', phoneNumber: '60123456711' }]
  const plansOf = async () => {
    const batches = peopleBatches(people, { keys: new Map(), tagIds: new Map() })
    const owned = { workspaceId: 'user', groupId: 'group' }
    const how = { now: 0, takeNames: false }
    return queryPlans(db, (tx) => storeBatches(tx, owned, batches, how))
  }
  // The second time they are known.
  const lines = [...(await plansOf()), ...(await plansOf())]
  await close()
  const lookUps = lines.filter((line) => line.includes('contacts'))
  expect(lookUps).toHaveLength(3)
  for (const line of lookUps) expect(line).toMatch(/\((id=\?|user_id=\? AND phone_number=\?)\)/)
})

describe.each(engines)('batches that are there at once on %s', (engine) => {
  test('go into one transaction only while nobody waits to write', async () => {
    const { db, close } = await freshDatabase(engine)
    const workspaceId = await seedUser(db)
    const groupId = await seedGroup(db, workspaceId, 'Customers', [])
    const room = { change: async () => {} }
    const store = createImportStore(db, unbounded)
    const people = Array.from({ length: 300 }, (_, n) => ({
      name: `Person ${n}`,
      phoneNumber: `6012${1_000_000 + n}`,
    }))
    const batches = [...peopleBatches(people, { keys: new Map(), tagIds: new Map() })]
    const [first = never(), ...others] = batches
    expect(others).toHaveLength(1)
    const how = { now: 0, takeNames: false, room }
    const stored = await store.merge(
      { workspaceId, groupId },
      { first, more: () => others.shift() ?? null },
      how,
    )
    const count = engine === 'SQLite' ? 300 : first.count
    expect(stored).toEqual({ stored: count, added: count })
    const kept = await db.selectFrom('contact_groups').select('contact_count').execute()
    expect(kept).toEqual([{ contact_count: count }])
    if (engine === 'SQLite') {
      const gaps = await db.selectFrom('search_gaps').selectAll().execute()
      expect(gaps.map(({ first, last }) => last - first + 1)).toEqual([300])
    }
    await close()
  })
})

describe.each(engines)('people of whom some are known on %s', (engine) => {
  test('keep their contact and their name', async () => {
    const { db, close } = await freshDatabase(engine)
    const workspaceId = await seedUser(db)
    const groupId = await seedGroup(db, workspaceId, 'Customers', ['60123456701'])
    await seedGroup(db, workspaceId, 'Others', ['60123456702'])
    await db
      .updateTable('contacts')
      .set({ name: 'Ali' })
      .where('phone_number', '=', '60123456701')
      .execute()
    const known = await db.selectFrom('contacts').select('id').orderBy('phone_number').execute()
    const people = ['Aliff', 'Bala', 'Chong', 'Devi'].map((name, n) => ({
      name,
      phoneNumber: `6012345670${n + 1}`,
    }))
    const store = () => {
      const batches = peopleBatches(people, { keys: new Map(), tagIds: new Map() })
      const how = { now: 0, takeNames: false }
      return db
        .transaction()
        .execute((tx) => storeBatches(tx, { workspaceId, groupId }, batches, how))
    }
    expect(await store()).toEqual({ stored: 4, added: 2, joined: 3 })
    expect(await store()).toEqual({ stored: 4, added: 0, joined: 0 })
    const rows = await db
      .selectFrom('contacts')
      .innerJoin('group_members', 'group_members.contact_id', 'contacts.id')
      .select(['contacts.id', 'name'])
      .where('group_id', '=', groupId)
      .orderBy('phone_number')
      .execute()
    expect(rows.map(({ name }) => name)).toEqual(['Ali', 'Bala', 'Chong', 'Devi'])
    expect(rows.slice(0, 2).map(({ id }) => ({ id }))).toEqual(known)
    await close()
  })
})

function never(): never {
  throw new Error('There is no batch.')
}
