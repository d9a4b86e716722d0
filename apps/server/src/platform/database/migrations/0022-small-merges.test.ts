import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../testing/engines.ts'

test('deletions never rewrite the index of parts at once', async () => {
  const { db, close } = await freshDatabase('SQLite')
  try {
    const { rows } = await sql`select v from search_texts_config where k = 'deletemerge'`.execute(
      db,
    )
    expect(rows).toEqual([{ v: 0 }])
  } finally {
    await close()
  }
})
