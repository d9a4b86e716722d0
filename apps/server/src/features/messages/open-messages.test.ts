import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { freshDatabase } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { chatsToAnswer, messageToAnswer } from './open-messages.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase('SQLite')
})
afterAll(() => database.close())

test.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  ['the chats to answer', (db) => chatsToAnswer(db, 'device'), ['inbox_open']],
  ['the message to answer', (db) => messageToAnswer(db, 'device', 'chat'), ['inbox_open']],
])('%s are found without reading what is settled', async (_what, ask, indexes) => {
  const plans = await queryPlans(database.db, ask)
  const used = plans.map((line) => line.match(/^SEARCH .* INDEX (\w+) /)?.[1] ?? line)
  expect([...new Set(used)].sort()).toEqual(indexes)
})
