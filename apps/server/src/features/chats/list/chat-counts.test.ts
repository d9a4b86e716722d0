import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { createChatCounts } from './chat-counts.repository.ts'

/** More than are summed up at once. */
const CHATS = 2500

describe.each(engines)('counts of chats on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let deviceId: string
  beforeEach(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    deviceId = await seedDevice(db, workspaceId)
  })
  afterEach(() => close())

  const chat = (n: number) => ({
    id: `chat ${n}`,
    user_id: workspaceId,
    device_id: deviceId,
    chat_key: String(n),
    kind: 'individual' as const,
    jid: '',
    number: null,
    lid: null,
    username: null,
    name: '',
    preview: '',
    preview_kind: 'text' as const,
    last_by: 'person' as const,
    last_at: 1,
    unread: 0,
    waiting_since: n % 2 === 0 ? 1 : null,
  })
  const none = { unanswered: 0, answered: 0, snoozed: 0, closed: 0 }
  const counted = () => createChatCounts(db).of(seeingAll(workspaceId))

  test('follow every change of a chat, whoever makes it', async () => {
    await db.insertInto('chats').values([0, 1, 2].map(chat)).execute()
    const own = { ...none, deviceId, assignedTo: null }
    expect(await counted()).toEqual([{ ...own, unanswered: 2, answered: 1 }])
    await db.updateTable('chats').set({ closed_at: 5 }).where('id', '=', 'chat 0').execute()
    await db.updateTable('chats').set({ assigned_to: 'me' }).where('id', '=', 'chat 1').execute()
    await db.deleteFrom('chats').where('id', '=', 'chat 2').execute()
    expect(await counted()).toEqual(
      expect.arrayContaining([
        { ...own, closed: 1 },
        { ...own, assignedTo: 'me', answered: 1 },
      ]),
    )
  })

  async function insertAll(more: (n: number) => object): Promise<void> {
    for (let from = 0; from < CHATS; from += 500) {
      const some = Array.from({ length: 500 }, (_, n) => ({
        ...chat(from + n),
        ...more(from + n),
      }))
      await db.insertInto('chats').values(some).execute()
    }
  }

  test('of more people than are summed up at once are summed up, too', async () => {
    await insertAll((n) => ({ assigned_to: `person ${n}` }))
    await createChatCounts(db).sumUpAll()
    expect(await counted()).toHaveLength(CHATS)
  })

  test('stay the same when their changes are summed up', async () => {
    await insertAll(() => ({}))
    const before = await counted()
    await createChatCounts(db).sumUpAll()
    expect(await counted()).toEqual(before)
    expect(before).toMatchObject([{ unanswered: CHATS / 2, answered: CHATS / 2 }])
    const rows = await db.selectFrom('chat_counts').select('chats').execute()
    expect(rows.length).toBeLessThan(CHATS)
  })
})
