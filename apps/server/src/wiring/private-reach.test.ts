import { ROLE_NAMES } from '@kirim/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrivateReach } from '../features/accounts/private-reach.ts'
import { membershipRows } from '../features/workspaces/membership.ts'
import type { Db } from '../platform/database/database.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedMember } from '../testing/seed-member.ts'
import { seedUser } from '../testing/seed-user.ts'

describe.each(engines)('private addresses on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const reaches = (workspaceId: string) => createPrivateReach(db, { membershipRows })(workspaceId)
  const setRole = (id: string, role: 'admin' | 'user') =>
    db.updateTable('users').set({ role }).where('id', '=', id).execute()
  const seedAdmin = async () => {
    const id = await seedUser(db)
    await setRole(id, 'admin')
    return id
  }

  test('are called for admins, as long as they are', async () => {
    const [member, admin] = [await seedUser(db), await seedAdmin()]
    expect([await reaches(member), await reaches(admin)]).toEqual([false, true])
    await setRole(admin, 'user')
    expect(await reaches(admin)).toBe(false)
    expect(await reaches('nowhere')).toBe(false)
  })

  test.each(ROLE_NAMES)('beside an admin, a(n) %s who is none', async (role) => {
    const [admin, other] = [await seedAdmin(), await seedUser(db)]
    await seedMember(db, admin, other, { role })
    expect(await reaches(admin)).toBe(role === 'agent' || role === 'viewer')
    await setRole(other, 'admin')
    expect(await reaches(admin)).toBe(true)
  })

  test('are not called where nobody but agents is an admin', async () => {
    const [owner, admin] = [await seedUser(db), await seedAdmin()]
    await seedMember(db, owner, admin, { role: 'agent' })
    expect(await reaches(owner)).toBe(false)
  })
})
