import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { SHORT_LIST } from '../../../platform/database/text-search.ts'
import { newId } from '../../../platform/ids.ts'
import { searchableText, searchTexts } from '../../../platform/search-text.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createResponsesRepository } from './responses.repository.ts'

/** More than are counted individually, and more than are walked at once. */
const SAVED = SHORT_LIST + 700
const WORDS = ['nasi', 'lemak', 'nasinasi', 'teh tarik', 'tehteh', '100%', '"kopi"', 'ais', 'a_b']

interface Saved {
  readonly id: string
  readonly text: string
}

describe.each(engines)('searching many saved responses on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let place: { workspaceId: string; deviceId: string }
  /** Newest first. */
  let saved: readonly Saved[]

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    const workspaceId = await seedUser(db)
    place = { workspaceId, deviceId: await seedDevice(db, workspaceId) }
    saved = await seedResponses(db, place)
    const stranger = await seedUser(db)
    await seedResponses(db, { workspaceId: stranger, deviceId: await seedDevice(db, stranger) })
  })
  afterAll(() => close())

  async function search(typed: string, before: string | null, limit: number) {
    const responses = createResponsesRepository(db)
    const filter = await responses.narrow({ ...place, texts: searchTexts(typed) })
    const rows = await responses.list(filter, { before, limit })
    return { ids: rows.map(({ id }) => id), total: await responses.count(filter) }
  }

  test('finds the same as a full scan, page by page', async () => {
    const word = fc.constantFrom(...WORDS)
    const piece = fc
      .tuple(
        word,
        word,
        fc.nat({ max: SAVED }),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 20 }),
      )
      .map(([one, other, n, from, length]) => `${one} ${other} ${n}`.slice(from, from + length))
    await fc.assert(
      fc.asyncProperty(piece, fc.integer({ min: 1, max: 40 }), async (typed, limit) => {
        const texts = searchTexts(typed)
        const wanted = saved
          .filter(({ text }) => texts.length === 0 || texts.some((part) => text.includes(part)))
          .map(({ id }) => id)
        const first = await search(typed, null, limit)
        expect(first.ids).toEqual(wanted.slice(0, limit))
        if (first.total !== null) expect(first.total).toBe(wanted.length)
        const last = first.ids.at(-1)
        if (!last) return
        const second = await search(typed, last, limit)
        expect(second.ids).toEqual(wanted.slice(limit, 2 * limit))
      }),
      { numRuns: 60 },
    )
  })

  test('counts results when it is cheap', async () => {
    expect((await search('', null, 1)).total).toBe(SAVED)
    expect((await search('lemak 17', null, 1)).total).toBe(
      saved.filter(({ text }) => text.includes('lemak 17')).length,
    )
  })
})

test('neither counts nor scans when the index finds the results', async () => {
  const { db, close } = await freshDatabase('SQLite')
  try {
    const plans = await queryPlans(db, async (asked) => {
      const responses = createResponsesRepository(asked)
      const filter = await responses.narrow({
        workspaceId: 'user',
        deviceId: 'device',
        texts: ['nasi lemak'],
      })
      await responses.list(filter, { before: null, limit: 10 })
      await responses.count(filter)
    })
    const found = plans.filter((line) => /saved_responses/.test(line))
    expect(found).toHaveLength(1)
    for (const line of found) {
      expect(line).toBe('SEARCH saved_responses USING INDEX saved_responses_text (text_no=?)')
    }
  } finally {
    await close()
  }
})

async function seedResponses(
  db: Db,
  place: { workspaceId: string; deviceId: string },
): Promise<readonly Saved[]> {
  const all = Array.from({ length: SAVED }, (_, n) => {
    const word = (k: number) => WORDS[k % WORDS.length]
    return { id: newId(), text: searchableText(`${word(n)} ${word(n * n + 3)} ${n}`) }
  })
  for (const some of chunks(all)) {
    const rows = some.map(({ id, text }) => ({
      id,
      user_id: place.workspaceId,
      device_id: place.deviceId,
      message_id: id,
      item_id: null,
      item_name: 'Order',
      name: 'Aisyah',
      phone_number: '60123',
      kind: 'text' as const,
      text,
      search_key: text,
      at: 0,
    }))
    await db.insertInto('saved_responses').values(rows).execute()
  }
  await db
    .insertInto('response_totals')
    .values({ device_id: place.deviceId, total: all.length })
    .execute()
  return all.reverse()
}
