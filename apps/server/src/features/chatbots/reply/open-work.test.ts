import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { chatsWithReplies, unsettledReply } from './replies.repository.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase('SQLite')
})
afterAll(() => database.close())

test.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  [
    'the chats with replies',
    (db) => chatsWithReplies(db, 'device'),
    ['replies_chains', 'replies_open'],
  ],
  [
    'the unsettled reply',
    (db) => unsettledReply(db, 'device', 'chat'),
    ['replies_chains', 'replies_open'],
  ],
  [
    'pending replies',
    (db) => plainOutgoing(db).pendingOn('device', 'chatbot'),
    ['outgoing_pending'],
  ],
])('%s are found without reading what is settled', async (_what, ask, indexes) => {
  const plans = await queryPlans(database.db, ask)
  const used = plans.map((line) => line.match(/^SEARCH .* INDEX (\w+) /)?.[1] ?? line)
  expect([...new Set(used)].sort()).toEqual(indexes)
})
