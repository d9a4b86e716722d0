import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { depart, someWorkspaceOf } from './depart.ts'

describe.each(engines)('who leaves a workspace for good on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const rolesIn = async (workspaceId: string) => {
    const rows = await db
      .selectFrom('memberships')
      .select(['person_id', 'role', 'sees', 'device_ids'])
      .where('workspace_id', '=', workspaceId)
      .execute()
    return new Map(rows.map(({ person_id, ...access }) => [person_id, access]))
  }
  const owner = { role: 'owner', sees: 'all', device_ids: '[]' }

  test('leaves it to its oldest manager, if nobody else owns it', async () => {
    const [shop, agent, manager, later] = await Promise.all([1, 2, 3, 4].map(() => seedUser(db)))
    if (!shop || !agent || !manager || !later) throw new Error('Nobody is there.')
    await seedMember(db, shop, agent, { role: 'agent' }, 1)
    await seedMember(db, shop, later, { role: 'manager' }, 3)
    await seedMember(db, shop, manager, { role: 'manager', sees: 'numbers', deviceIds: ['d'] }, 2)
    expect(await depart(db, shop, shop)).toEqual({ is: 'left', heirId: manager })
    const roles = await rolesIn(shop)
    expect(roles.get(manager)).toEqual(owner)
    expect([roles.get(later)?.role, roles.get(agent)?.role]).toEqual(['manager', 'agent'])
    expect(roles.has(shop)).toBe(false)
    expect(await someWorkspaceOf(db, shop)).toBeNull()
  })

  test('leaves it to its oldest member, if there is no manager', async () => {
    const [shop, viewer, agent] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    await seedMember(db, shop, agent, { role: 'agent' }, 2)
    await seedMember(db, shop, viewer, { role: 'viewer' }, 1)
    expect(await depart(db, shop, shop)).toEqual({ is: 'left', heirId: viewer })
    expect((await rolesIn(shop)).get(viewer)).toEqual(owner)
  })

  test('changes nobody, if somebody else owns it', async () => {
    const [shop, second, manager] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    await seedMember(db, shop, manager, { role: 'manager' }, 1)
    await seedMember(db, shop, second, { role: 'owner' }, 2)
    expect(await depart(db, shop, shop)).toEqual({ is: 'left', heirId: null })
    expect((await rolesIn(shop)).get(manager)).toMatchObject({ role: 'manager' })
    expect(await depart(db, shop, manager)).toEqual({ is: 'left', heirId: null })
  })

  test('stays until it is erased, if they are alone: nobody can join any more', async () => {
    const shop = await seedUser(db)
    await db
      .insertInto('team_invitations')
      .values({
        id: 'i',
        workspace_id: shop,
        token_hash: 'h',
        email: '',
        role: 'agent',
        sees: 'all',
        device_ids: '[]',
        hides_numbers: 0,
        invited_by: shop,
        created_at: 0,
        expires_at: 1,
      })
      .execute()
    expect(await depart(db, shop, shop)).toEqual({ is: 'alone' })
    expect(await db.selectFrom('team_invitations').select('id').execute()).toEqual([])
    expect(await someWorkspaceOf(db, shop)).toBe(shop)
    expect(await depart(db, 'nowhere', shop)).toEqual({ is: 'gone' })
  })
})
