import type { AdminWorkspace } from '@kirim/contract/admin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personRows } from '../features/accounts/people.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { listAllWorkspaces } from '../features/workspaces/workspace-list.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedMember } from '../testing/seed-member.ts'
import { seedDevice, seedUser } from '../testing/seed-user.ts'

describe.each(engines)('all workspaces on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function list(): Promise<AdminWorkspace[]> {
    const all: AdminWorkspace[] = []
    const numbersOf = (tx: Db, ids: readonly string[]) => createKnownDevices(tx).countsOf(ids)
    for await (const page of listAllWorkspaces(db, { personRows, numbersOf })) all.push(...page)
    return all
  }
  const open = (id: string, ownerId: string, now: number) =>
    createWorkspacesRepository(db).add({ id, name: id, ownerId, now })

  test('are none at first', async () => {
    expect(await list()).toEqual([])
  })

  test('are listed oldest first, with their owners, people and linked numbers', async () => {
    const [aina, farid] = [await seedUser(db, 'aina'), await seedUser(db, 'farid')]
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', farid).execute()
    await open('shop', aina, 2)
    await open('office', aina, 1)
    await seedMember(db, 'shop', farid, { role: 'owner' }, 3)
    await seedDevice(db, 'shop', '60123456781')
    const removed = await seedDevice(db, 'shop', '60123456782')
    await db.updateTable('devices').set({ removed: 1 }).where('id', '=', removed).execute()
    const listed = await list()
    expect(listed.map(({ id }) => id)).toEqual(['aina', 'farid', 'office', 'shop'])
    expect(listed.map(({ keepsPlan }) => keepsPlan)).toEqual([false, true, false, false])
    expect(listed.at(-1)).toEqual({
      id: 'shop',
      name: 'shop',
      owners: [
        { id: aina, name: 'Siti', email: 'aina@example.com' },
        { id: farid, name: 'Siti', email: 'farid@example.com' },
      ],
      people: 2,
      numbers: 1,
      membershipPlan: 'Free',
      keepsPlan: false,
      createdAt: new Date(2).toISOString(),
    })
  })

  test('go on after the last one that was read', async () => {
    const { after } = createWorkspacesRepository(db)
    const first = await after(null, 2)
    const rest = await after(first.at(-1) ?? null, 2)
    expect([...first, ...rest].map(({ id }) => id)).toEqual(['aina', 'farid', 'office', 'shop'])
    expect(await after(rest.at(-1) ?? null, 2)).toEqual([])
  })

  test('one without anybody, whose deletion was cut off, is still listed', async () => {
    await createWorkspacesRepository(db).close('office', null)
    expect((await list()).find(({ id }) => id === 'office')).toMatchObject({
      owners: [],
      people: 0,
      numbers: 0,
    })
  })
})
