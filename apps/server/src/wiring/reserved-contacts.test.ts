import { createFakeClock } from '@kirim/testing/fake-clock'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNodesRepository, presentNodes } from '../features/cluster/nodes.repository.ts'
import { createQuotas } from '../features/quotas/quotas.ts'
import type { Db } from '../platform/database/database.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedUser } from '../testing/seed-user.ts'

describe.each(engines)('room for contacts that several nodes keep on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let db: Db
  let workspaceId: string
  const clock = createFakeClock()
  const nodes = () => createNodesRepository(db, () => sql<number>`0`)
  beforeEach(async () => {
    database = await freshDatabase(engine)
    db = database.db
    workspaceId = await seedUser(db)
    for (const id of ['a', 'b']) {
      await nodes().join({ id, home: id, name: id, address: '', version: '' })
    }
    await db
      .insertInto('quota_overrides')
      .values({ user_id: workspaceId, quota: 'contacts', most: 100 })
      .execute()
  })
  afterEach(() => database.close())

  const quotasOf = (nodeId: string) =>
    createQuotas({
      db,
      clock,
      nodes: { nodeId, present: presentNodes },
      sources: {
        planOf: async () => 'Free',
        everyPlan: async () => [],
        ownWorkspaceOf: async () => workspaceId,
        campaigns: async () => new Map(),
        peopleWaiting: async () => new Map(),
        recipients: async () => new Map(),
        groupPlaces: async () => new Map(),
        optOuts: async () => new Map(),
        chatbotItems: async () => new Map(),
      },
    })
  const add = (nodeId: string, by: number) =>
    db.transaction().execute((tx) => quotasOf(nodeId).contacts.change(tx, workspaceId, by))
  const isRefused = { code: 'quota_contacts' }

  test('is nobody else’s, on none of them, until it is used or given back', async () => {
    const room = await quotasOf('a').reserveContacts(workspaceId, 90)
    await add('b', 5)
    await expect(add('b', 10)).rejects.toMatchObject(isRefused)
    await expect(quotasOf('b').reserveContacts(workspaceId, 10)).rejects.toMatchObject(isRefused)
    await db.transaction().execute((tx) => room.change(tx, workspaceId, 60))
    await expect(add('b', 10)).rejects.toMatchObject(isRefused)
    await room.release()
    await add('b', 35)
    await expect(add('a', 1)).rejects.toMatchObject(isRefused)
  })

  test('what is undone was not used', async () => {
    const room = await quotasOf('a').reserveContacts(workspaceId, 90)
    const undone = db.transaction().execute(async (tx) => {
      await room.change(tx, workspaceId, 60)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await add('b', 10)
    await expect(add('b', 1)).rejects.toMatchObject(isRefused)
  })

  test('is free again once its node is gone', async () => {
    await quotasOf('a').reserveContacts(workspaceId, 90)
    await nodes().leave('a', 'silent')
    await add('b', 20)
    const room = await quotasOf('b').reserveContacts(workspaceId, 80)
    const rows = await db.selectFrom('quota_reservations').select('node_id').execute()
    expect(rows).toEqual([{ node_id: 'b' }])
    await room.release()
  })
})
