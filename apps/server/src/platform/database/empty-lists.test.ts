import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedUser } from '../../testing/seed-user.ts'

describe.each(engines)('an empty list on %s', (engine) => {
  test('has nobody in it', async () => {
    const { db, close } = await freshDatabase(engine)
    await seedUser(db)
    const none: string[] = []
    const times: number[] = []
    const users = db.selectFrom('users').select('role')
    expect(await users.where('id', 'in', none).execute()).toEqual([])
    expect(await users.where('created_at', 'in', times).execute()).toEqual([])
    expect(await users.where('id', 'not in', none).execute()).toHaveLength(1)
    expect(await users.where(sql.ref('id'), 'in', none).execute()).toEqual([])
    expect(
      await users.where((eb) => eb.or([eb('id', 'in', none), eb('role', '=', 'user')])).execute(),
    ).toHaveLength(1)
    await close()
  })
})
