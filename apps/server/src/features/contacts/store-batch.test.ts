import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { peopleBatches } from './people-batch.ts'
import { storeBatch } from './store-batch.ts'

test('each person of a batch is looked up, however many contacts their owner has', async () => {
  const { db, close } = await freshDatabase('SQLite')
  await sql`pragma foreign_keys = off`.execute(db)
  const people = [{ name: 'Ali', phoneNumber: '60123456711' }]
  const plansOf = async () => {
    const [batch] = peopleBatches(people, { keys: new Map(), tagIds: new Map() })
    if (!batch) throw new Error('There is no batch.')
    const owned = { userId: 'user', groupId: 'group' }
    const told = { now: 0, takeNames: false }
    return queryPlans(db, (tx) => storeBatch(tx, owned, batch, told))
  }
  // The second time they are known.
  const lines = [...(await plansOf()), ...(await plansOf())]
  await close()
  const lookUps = lines.filter((line) => line.includes('contacts'))
  expect(lookUps).toHaveLength(3)
  for (const line of lookUps) expect(line).toMatch(/\((id=\?|user_id=\? AND phone_number=\?)\)/)
})
