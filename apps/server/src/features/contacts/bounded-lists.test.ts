import { GROUPS_MAX } from '@kirim/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { elements, elementText } from '../../platform/database/json-rows.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { createGroupsRepository } from './groups.repository.ts'

describe.each(engines)('lists that an account keeps short on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test('a group past the most is refused', async () => {
    const workspaceId = await seedUser(db)
    const ids = Array.from({ length: GROUPS_MAX - 1 }, (_, n) => `g${n}`)
    await sql`
      insert into contact_groups (id, user_id, name, name_key, contact_count, created_at, erasing)
      select ${elementText(db)}, ${workspaceId}, 'x', ${elementText(db)}, 0, 0, 0
      from ${elements(db, JSON.stringify(ids))}
    `.execute(db)
    const groups = createGroupsRepository(db)
    const add = (id: string) => groups.insert(workspaceId, { id, name: id }, 0)
    await add('last')
    await expect(add('more')).rejects.toMatchObject({ code: 'contact_groups_too_many' })
    await groups.hide(workspaceId, 'last', async () => {})
    await groups.erase('last')
    expect(await add('again')).toMatchObject({ id: 'again' })
  })
})
