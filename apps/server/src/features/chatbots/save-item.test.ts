import { AiCampaignForm } from '@kirim/contract/chatbots'
import { CHATBOT_ITEMS_MAX } from '@kirim/contract/limits'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { createItem, type SaveItemDeps } from './save-item.ts'

describe.each(engines)('the number of items on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let deps: SaveItemDeps
  const place = { userId: newId(), deviceId: newId() }

  beforeEach(async () => {
    database = await freshDatabase(engine)
    deps = {
      db: database.db,
      clock: createFakeClock(),
      media: {
        find: async () => [],
        keepUpload: () => Promise.reject(new Error('no upload here')),
        releaseUnused: async () => {},
      },
    }
    await database.db
      .insertInto('users')
      .values({
        id: place.userId,
        name: 'Aisyah',
        email: 'a@example.com',
        email_key: 'a@example.com',
        password_hash: '',
        role: 'user',
        membership_plan: 'Free',
        default_country: 'MY',
        created_at: 0,
      })
      .execute()
    await database.db
      .insertInto('devices')
      .values({
        id: place.deviceId,
        user_id: place.userId,
        number: '60123456789',
        name: 'Phone',
        wanted: 1,
        logged_out: 0,
        removed: 0,
        linked_at: 0,
        lid: null,
        connected_at: null,
        last_sent_at: null,
      })
      .execute()
  })
  afterEach(() => database.close())

  test('ends at the limit, also for saves side by side', async () => {
    const form = AiCampaignForm.parse({ name: 'Item', captionAi: 'Hello' })
    const { id, ...first } = await createItem(deps, place, form, null)
    const row = await database.db.selectFrom('chatbot_items').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id, name: first.name })
    const copies = Array.from({ length: CHATBOT_ITEMS_MAX - 2 }, () => ({ ...row, id: newId() }))
    await database.db.insertInto('chatbot_items').values(copies).execute()

    const saves = await Promise.allSettled([1, 2, 3].map(() => createItem(deps, place, form, null)))
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(saves.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'chatbot_too_many_items', params: { n: CHATBOT_ITEMS_MAX } } },
      { reason: { code: 'chatbot_too_many_items' } },
    ])
  })
})
