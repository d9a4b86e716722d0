import { ChatbotItemForm } from '@kirim/contract/chatbots'
import {
  CHATBOT_ITEMS_MAX,
  NUMBER_KEYWORD_CHARACTERS_MAX,
  NUMBER_KEYWORDS_MAX,
} from '@kirim/contract/limits'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { unbounded } from '../../../testing/unbounded.ts'
import { createItem, type SaveItemDeps, updateItem } from './change-item.ts'

describe.each(engines)('the number of items on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let deps: SaveItemDeps
  const place = { workspaceId: newId(), deviceId: newId() }

  beforeEach(async () => {
    database = await freshDatabase(engine)
    deps = {
      db: database.db,
      clock: createFakeClock(),
      quota: unbounded,
      media: {
        find: async () => [],
        keepUpload: () => Promise.reject(new Error('no upload here')),
        releaseUnused: async () => {},
      },
    }
    await seedUser(database.db, place.workspaceId)
    await database.db
      .insertInto('devices')
      .values({
        id: place.deviceId,
        user_id: place.workspaceId,
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

  test('is limited, also for concurrent saves', async () => {
    const form = ChatbotItemForm.parse({ name: 'Item', captionAi: 'Hello' })
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

  describe('all keywords together', () => {
    const REFUSAL = { code: 'chatbot_too_many_keyword_characters' }
    const formWith = (...keywords: string[]) =>
      ChatbotItemForm.parse({ name: 'Item', captionAi: 'Hello', keywords })
    const words = (count: number, length: number, from = 0) =>
      Array.from({ length: count }, (_, n) => String(n + from).padStart(length, 'x'))
    /** Inserts rows directly, which is faster than a thousand saves. */
    const keepItems = async (keywords: readonly string[][]) => {
      await createItem(deps, place, formWith('first'), null)
      const row = await database.db
        .selectFrom('chatbot_items')
        .selectAll()
        .executeTakeFirstOrThrow()
      const rows = keywords.map((own) => ({
        ...row,
        id: newId(),
        keywords: JSON.stringify(own),
      }))
      await database.db.insertInto('chatbot_items').values(rows).execute()
      return row.id
    }

    test('have room for 1,000 items with ten keywords of twenty characters', async () => {
      await keepItems(Array.from({ length: 998 }, (_, n) => words(10, 20, 10 * n)))
      const last = await createItem(deps, place, formWith(...words(10, 20)), null)
      expect(last.keywords).toHaveLength(10)
    })

    test('are limited in total length; an item may always get shorter', async () => {
      const full = Array.from({ length: 12 }, () => words(100, 200))
      const id = await keepItems(full)
      const left = NUMBER_KEYWORD_CHARACTERS_MAX - 12 * 20_000 - 'first'.length
      expect(left).toBe(9995)
      const edge = [...words(49, 200), 'y'.repeat(left - 9800)]
      await expect(createItem(deps, place, formWith(...edge, 'z'), null)).rejects.toMatchObject({
        ...REFUSAL,
        params: { characters: NUMBER_KEYWORD_CHARACTERS_MAX + 1, n: NUMBER_KEYWORD_CHARACTERS_MAX },
      })
      await createItem(deps, place, formWith(...edge), null)
      const change = (...keywords: string[]) =>
        updateItem(deps, { ...place, id }, formWith(...keywords), null)
      await expect(change('longer')).rejects.toMatchObject(REFUSAL)
      expect((await change('other')).keywords).toEqual(['other'])
    })

    test('are limited in number', async () => {
      await keepItems(Array.from({ length: 199 }, (_, n) => words(100, 5, 100 * n)))
      const refusal = {
        code: 'chatbot_too_many_keywords',
        params: { keywords: NUMBER_KEYWORDS_MAX + 1, n: NUMBER_KEYWORDS_MAX },
      }
      const form = formWith(...words(100, 5))
      await expect(createItem(deps, place, form, null)).rejects.toMatchObject(refusal)
      const last = await createItem(deps, place, formWith(...words(99, 5)), null)
      expect(last.keywords).toHaveLength(99)
    })

    test('count letters in their normalised form', async () => {
      const ligature = '\ufdfa'
      const keywords = words(100, 190).map((word) => ligature.repeat(100) + word.slice(0, 100))
      const distinct = keywords.map((word, n) => `${n}${word}`.slice(0, 200))
      await createItem(deps, place, formWith(...distinct), null)
      await expect(createItem(deps, place, formWith(...distinct), null)).rejects.toMatchObject(
        REFUSAL,
      )
    })
  })
})
