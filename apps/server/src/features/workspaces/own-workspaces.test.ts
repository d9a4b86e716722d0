import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { ownWorkspacesOf } from './own-workspaces.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

describe.each(engines)('the own workspaces of people on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const open = (id: string, ownerId: string, now: number) =>
    createWorkspacesRepository(db).add({ id, name: id, ownerId, now })
  const hand = (id: string, personId: string) =>
    db
      .updateTable('memberships')
      .set({ role: 'manager' })
      .where('workspace_id', '=', id)
      .where('person_id', '=', personId)
      .execute()
  const ownIdsOf = async (...personIds: string[]) => {
    const own = await ownWorkspacesOf(db, personIds)
    return personIds.map((id) => own.get(id)?.id ?? null)
  }

  test('are those under their ids while they own them, else the oldest they own', async () => {
    const [aina, farid, siti] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    await open('older', aina, -2)
    await open('old', farid, -1)
    await open('new', farid, 1)
    expect(await ownIdsOf(aina, farid, siti)).toEqual([aina, farid, siti])
    await hand(farid, farid)
    await hand(siti, siti)
    expect(await ownIdsOf(aina, farid, siti, 'nobody')).toEqual([aina, 'old', null, null])
    expect(await ownWorkspacesOf(db, [])).toEqual(new Map())
  })
})
