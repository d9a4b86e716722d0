import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personRows } from '../features/accounts/people.ts'
import { createDeparture } from '../features/workspaces/depart.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedMember } from '../testing/seed-member.ts'
import { seedUser } from '../testing/seed-user.ts'
import { silentRealtime } from '../testing/silent-realtime.ts'

describe.each(engines)('who departs on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let told: unknown[]
  let givenBack: unknown[]
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())
  beforeEach(() => {
    told = []
    givenBack = []
  })

  const leaveAll = (personId: string) =>
    createDeparture({
      db,
      realtime: silentRealtime({ membershipChanged: async (...args) => void told.push(args) }),
      people: { rows: personRows },
      chats: {
        assignedIn: async () => new Map(),
        unassign: async (...args) => void givenBack.push(args),
      },
      erase: (id) => createWorkspacesRepository(db).delete(id),
    })(personId)
  const accessIn = async (workspaceId: string) => {
    const rows = await db
      .selectFrom('memberships')
      .select(['person_id', 'role', 'sees', 'device_ids', 'hides_numbers'])
      .where('workspace_id', '=', workspaceId)
      .execute()
    return new Map(rows.map(({ person_id, ...access }) => [person_id, access]))
  }
  const owner = { role: 'owner', sees: 'all', device_ids: '[]', hides_numbers: 0 }
  const invite = (workspaceId: string, invitedBy: string) =>
    db
      .insertInto('team_invitations')
      .values({
        id: workspaceId,
        workspace_id: workspaceId,
        token_hash: workspaceId,
        email: '',
        role: 'agent',
        sees: 'all',
        device_ids: '[]',
        hides_numbers: 0,
        invited_by: invitedBy,
        created_at: 0,
        expires_at: 1,
      })
      .execute()
  const invitations = (id: string) =>
    db.selectFrom('team_invitations').select('id').where('id', '=', id).execute()

  test('leaves a workspace to its oldest manager, if nobody else owns it', async () => {
    const [shop, agent, manager, later] = [
      await seedUser(db),
      await seedUser(db),
      await seedUser(db),
      await seedUser(db),
    ]
    await seedMember(db, shop, agent, { role: 'agent' }, 1)
    await seedMember(db, shop, later, { role: 'manager' }, 3)
    await seedMember(db, shop, manager, { role: 'manager', sees: 'numbers', deviceIds: ['d'] }, 2)
    await invite(shop, shop)
    await leaveAll(shop)
    const access = await accessIn(shop)
    expect(access.get(manager)).toEqual(owner)
    expect([access.get(later)?.role, access.get(agent)?.role]).toEqual(['manager', 'agent'])
    expect(access.has(shop)).toBe(false)
    expect(told).toEqual([
      [shop, shop],
      [shop, manager],
    ])
    expect(givenBack).toEqual([
      [shop, shop],
      [shop, shop],
    ])
    expect(await invitations(shop)).toEqual([])
  })

  test('leaves it to its oldest member, if there is no manager', async () => {
    const [shop, viewer, agent] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    await seedMember(db, shop, agent, { role: 'agent' }, 2)
    await seedMember(db, shop, viewer, { role: 'viewer' }, 1)
    await leaveAll(shop)
    expect((await accessIn(shop)).get(viewer)).toEqual(owner)
  })

  test('changes nobody, if somebody else owns it', async () => {
    const [shop, second, manager] = [await seedUser(db), await seedUser(db), await seedUser(db)]
    await seedMember(db, shop, manager, { role: 'manager' }, 1)
    await seedMember(db, shop, second, { role: 'owner' }, 2)
    await leaveAll(shop)
    expect(told).toEqual([[shop, shop]])
    expect((await accessIn(shop)).get(manager)).toMatchObject({ role: 'manager' })
  })

  test('hears nothing more, even if their chats cannot be given back afterwards', async () => {
    const [shop, second] = [await seedUser(db), await seedUser(db)]
    await seedMember(db, shop, second, { role: 'agent' }, 1)
    const departing = createDeparture({
      db,
      realtime: silentRealtime({ membershipChanged: async (...args) => void told.push(args) }),
      people: { rows: personRows },
      chats: {
        assignedIn: async () => new Map(),
        async unassign() {
          if (!(await accessIn(shop)).has(shop)) throw new Error('the database is away')
        },
      },
      erase: async () => {},
    })
    await expect(departing(shop)).rejects.toThrow('away')
    expect(told).toContainEqual([shop, shop])
  })

  test('takes along each workspace where nobody else is', async () => {
    const [aina, farid] = [await seedUser(db), await seedUser(db)]
    await createWorkspacesRepository(db).add({ id: 'second', name: '', ownerId: aina, now: 1 })
    await seedMember(db, farid, aina, { role: 'agent' }, 1)
    await leaveAll(aina)
    const workspaces = createWorkspacesRepository(db)
    expect([await workspaces.find(aina), await workspaces.find('second')]).toEqual([null, null])
    expect([...(await accessIn(farid)).keys()]).toEqual([farid])
  })

  test('is joined by nobody in a workspace that is being erased', async () => {
    const shop = await seedUser(db)
    await invite(shop, shop)
    const erasing = createDeparture({
      db,
      realtime: silentRealtime(),
      people: { rows: personRows },
      chats: { assignedIn: async () => new Map(), unassign: async () => {} },
      async erase(id) {
        expect(await invitations(id)).toEqual([])
        expect([...(await accessIn(id)).keys()]).toEqual([shop])
        await createWorkspacesRepository(db).delete(id)
      },
    })
    await erasing(shop)
  })
})
