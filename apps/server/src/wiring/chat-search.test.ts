import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findRows, type Question } from '../features/chats/search/find-rows.ts'
import { newestOf } from '../features/chats/search/newest-rows.ts'
import type { SearchedRow } from '../features/chats/search/search.ports.ts'
import { createSearchIndex } from '../features/chats/search/search-index.ts'
import { indexTexts, loadDevices } from '../features/chats/search/search-rows.ts'
import { searchedSent } from '../features/delivery/searched-sent.ts'
import { searchedChats, searchedReceived } from '../features/messages/searched-messages.ts'
import { chunks } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { type ChatRoom, openChatRoom } from '../testing/chat-room.ts'
import { engines } from '../testing/engines.ts'

const SITI = '60131000001'
const searched = [searchedReceived, searchedSent, searchedChats]
const all = async (rows: readonly SearchedRow[]) => rows

describe.each(engines)('words of chats, on %s,', (engine) => {
  let room: ChatRoom
  let index: ReturnType<typeof createSearchIndex>
  beforeEach(async () => {
    room = await openChatRoom(engine)
    const work = {
      async hold(_kind: string, _id: string, run: () => Promise<void>) {
        await run()
        return true
      },
    }
    const log = createLog('silent')
    index = createSearchIndex({ db: room.db, searched, work, clock: createFakeClock(), log })
  })
  afterEach(() => room.close())

  async function hear(text: string, more: object = {}): Promise<string> {
    room.clock.advance(60_000)
    return room.hear(SITI, text, more)
  }
  const find = async (text: string, more: Partial<Question> = {}, choose = all) =>
    findRows(
      room.db,
      searched,
      {
        ...{ texts: [text], deviceIds: [room.deviceId], of: 'messages', before: null, limit: 20 },
        ...more,
      },
      choose,
    )
  const texts = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).rows.map(({ text }) => text)

  test('are found newest first, in any case and with any accents', async () => {
    await hear('Where is my Café order?')
    await hear('hello')
    await hear('the cafe is closed')
    await index.indexAll()
    expect(await texts('cafe')).toEqual(['the cafe is closed', 'Where is my Café order?'])
  })

  test('must stand in their order', async () => {
    await hear('abcd and bcde')
    await hear('abcde')
    await index.indexAll()
    expect(await texts('abcde')).toEqual(['abcde'])
  })

  test('are those of the last wording, and gone with a deleted message', async () => {
    const edited = await hear('the price')
    const deleted = await hear('the secret')
    await index.indexAll()
    await room.change(SITI, edited, 'the prize')
    await room.change(SITI, deleted, null)
    await index.indexAll()
    expect(await texts('price')).toEqual([])
    expect(await texts('prize')).toEqual(['the prize'])
    expect(await texts('secret')).toEqual([])
  })

  test('are gone with a message of ours that was deleted', async () => {
    await room.item({ caption: 'the reply', isDefault: true })
    await hear('hello')
    await room.settled()
    await index.indexAll()
    expect(await texts('the reply')).toEqual(['the reply'])
    await room.db.updateTable('outgoing').set({ deleted_at: 1 }).execute()
    await index.indexAll()
    expect(await texts('the reply')).toEqual([])
  })

  test('are gone with an erased message', async () => {
    await hear('the secret')
    await index.indexAll()
    await room.db.deleteFrom('inbox').execute()
    await index.indexAll()
    expect(
      await room.db.selectFrom('search_messages').selectAll().where('what', '=', 0).execute(),
    ).toEqual([])
  })

  test('find a chat by name and number', async () => {
    await hear('hello', { senderName: 'Siti Aminah' })
    await index.indexAll()
    expect((await find('aminah', { of: 'chats' })).rows).toHaveLength(1)
    expect((await find('31000', { of: 'chats' })).rows).toHaveLength(1)
    expect((await find('hello', { of: 'chats' })).rows).toHaveLength(0)
  })

  test('of older versions are indexed after the start', async () => {
    await hear('from long ago')
    await room.db.deleteFrom('search_pending').execute()
    expect(await index.isIncomplete()).toBe(true)
    await index.indexAll()
    expect(await texts('long ago')).toEqual(['from long ago'])
    expect(await index.isIncomplete()).toBe(false)
  })

  test('are found page by page, each once', async () => {
    for (let n = 0; n < 7; n += 1) await hear(`hello ${n}`)
    await index.indexAll()
    const first = await find('hello', { limit: 3 })
    const second = await find('hello', { limit: 3, before: first.next })
    const third = await find('hello', { limit: 3, before: second.next })
    expect([first, second, third].map(({ rows }) => rows.map(({ text }) => text))).toEqual([
      ['hello 6', 'hello 5', 'hello 4'],
      ['hello 3', 'hello 2', 'hello 1'],
      ['hello 0'],
    ])
    expect(third.next).toBeNull()
  })

  test('are found although their minute has more of them than numbers', async () => {
    const keys = Array.from({ length: 3000 }, (_, n) => {
      return { what: 0 as const, deviceId: room.deviceId, itemId: `many-${n}` }
    })
    for (const some of chunks(keys)) {
      const words = some.map((key) => ({ ...key, text: `hello ${key.itemId}`, at: 0 }))
      await room.db.transaction().execute((tx) => indexTexts(tx, some, words))
    }
    const indexed = room.db.selectFrom('search_messages').select('item_id')
    expect(await indexed.execute()).toHaveLength(3000)
  })

  test('are found among those of more numbers than one query joins', async () => {
    const first = await hear('hello first')
    const last = await hear('hello last')
    await index.indexAll()
    const others = Array.from({ length: 600 }, (_, n) => ({ device_id: `d${n}`, no: n + 2 }))
    const devices = [...others, ...(await loadDevices(room.db, [room.deviceId]))]
    const question = { texts: ['hello'], of: 'messages', before: null } as const
    const found = await newestOf(room.db, devices, question, 60)
    expect(found.map(({ itemId }) => itemId)).toEqual([last, first])
  })

  test('of numbers that are not asked for are not found', async () => {
    await hear('hello')
    await index.indexAll()
    expect(await texts('hello', { deviceIds: ['another'] })).toEqual([])
    expect(await texts('hello', {}, async () => [])).toEqual([])
  })
})
