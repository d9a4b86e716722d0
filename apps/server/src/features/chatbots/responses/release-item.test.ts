import { ChatbotItemForm } from '@kirim/contract/chatbots'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chunks } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { unbounded } from '../../../testing/unbounded.ts'
import { createItem, deleteItem } from '../items/change-item.ts'

/** More than two steps take. */
const SAVED = 1200

describe.each(engines)('deleting an item under which much was saved on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let deps: Parameters<typeof createItem>[0]
  let place: { workspaceId: string; deviceId: string }

  beforeEach(async () => {
    database = await freshDatabase(engine)
    const { db } = database
    deps = {
      db,
      clock: createFakeClock(),
      quota: unbounded,
      media: {
        find: async () => [],
        keepUpload: () => Promise.reject(new Error('no upload here')),
        releaseUnused: async () => {},
      },
    }
    const workspaceId = await seedUser(db)
    place = { workspaceId, deviceId: await seedDevice(db, workspaceId) }
  })
  afterEach(() => database.close())

  async function itemWithMuch(): Promise<string> {
    const form = ChatbotItemForm.parse({ name: 'Order', captionAi: 'Hello' })
    const { id } = await createItem(deps, place, form, null)
    for (const some of chunks(Array.from({ length: SAVED }, newId))) {
      const saved = some.map((key) => ({
        id: key,
        user_id: place.workspaceId,
        device_id: place.deviceId,
        message_id: key,
        item_id: id,
        item_name: 'Order',
        name: 'Aisyah',
        phone_number: '60123',
        kind: 'text' as const,
        text: '',
        search_key: '',
        at: 0,
      }))
      await database.db.insertInto('saved_responses').values(saved).execute()
      const awaited = some.map((key) => ({
        device_id: place.deviceId,
        chat_key: key,
        contact_key: key,
        item_id: id,
        since: 0,
      }))
      await database.db.insertInto('awaited_responses').values(awaited).execute()
    }
    return id
  }

  function howMany(table: 'saved_responses' | 'awaited_responses', itemId: string | null) {
    return database.db
      .selectFrom(table)
      .select('item_id')
      .where('item_id', itemId === null ? 'is' : '=', itemId)
      .execute()
      .then((rows) => rows.length)
  }

  test('runs in batches, keeps saved responses, and touches no other item', async () => {
    const [gone, kept] = [await itemWithMuch(), await itemWithMuch()]
    const steps: number[] = []
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        steps.push(Number(result.numAffectedRows ?? 0))
        return result
      },
    })
    await deleteItem({ ...deps, db: counted }, { ...place, id: gone })
    expect(Math.max(...steps)).toBeLessThan(SAVED / 2)
    expect(await howMany('saved_responses', null)).toBe(SAVED)
    expect(await howMany('awaited_responses', gone)).toBe(0)
    expect(await howMany('saved_responses', kept)).toBe(SAVED)
    expect(await howMany('awaited_responses', kept)).toBe(SAVED)
  })

  test('of another user is refused and deletes nothing', async () => {
    const id = await itemWithMuch()
    const stranger = { ...place, workspaceId: await seedUser(database.db) }
    await expect(deleteItem(deps, { ...stranger, id })).rejects.toMatchObject({
      code: 'chatbot_item_not_found',
    })
    expect(await howMany('saved_responses', id)).toBe(SAVED)
  })
})
