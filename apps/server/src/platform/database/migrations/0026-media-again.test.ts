import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedUser } from '../../../testing/seed-user.ts'

test.each(engines)('GIFs and videos are looked through again on %s', async (engine) => {
  const { db, close } = await freshDatabase(engine, {
    version: '0025-outgoing',
    fill: async (before) => {
      const userId = await seedUser(before)
      for (const type of ['image/gif', 'image/png', 'video/mp4', 'video/quicktime']) {
        const row = { id: type, user_id: userId, original_name: 'x', file_name: type }
        await before
          .insertInto('media')
          .values({
            ...row,
            file_type: type,
            file_size: 5,
            in_library: 1,
            created_at: 0,
            cleaned: 1,
          })
          .execute()
      }
    },
  })
  onTestFinished(close)
  const rows = await db.selectFrom('media').select(['id', 'cleaned']).orderBy('id').execute()
  expect(rows.map(({ id, cleaned }) => [id, cleaned])).toEqual([
    ['image/gif', 0],
    ['image/png', 1],
    ['video/mp4', 0],
    ['video/quicktime', 0],
  ])
})
