import { setImmediate } from 'node:timers/promises'
import { ChatbotItemForm } from '@kirim/contract/chatbots'
import { CHATBOT_ITEMS_MAX } from '@kirim/contract/limits'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { longList } from '../../../platform/http/streamed.ts'
import { newId } from '../../../platform/ids.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { itemLoaderOn } from '../../../testing/item-source.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { unbounded } from '../../../testing/unbounded.ts'
import { createItem, updateItem } from './change-item.ts'
import { lintChatbot } from './lint-chatbot.ts'
import { createChatbotCache } from './responder-items.ts'

const KEYWORDS = 20

let database: Awaited<ReturnType<typeof freshDatabase>>
let place: { workspaceId: string; deviceId: string; id: string }
const formOf = (keywords: readonly string[]) =>
  ChatbotItemForm.parse({ name: 'Item', captionAi: 'Hello', keywords: [...keywords] })
const depsOf = () => ({
  db: database.db,
  clock: systemClock,
  quota: unbounded,
  media: {
    find: async () => [],
    keepUpload: () => Promise.reject(new Error('no upload here')),
    releaseUnused: async () => {},
  },
})

beforeAll(async () => {
  database = await freshDatabase('SQLite')
  const workspaceId = await seedUser(database.db)
  const deviceId = await seedDevice(database.db, workspaceId)
  await createItem(depsOf(), { workspaceId, deviceId }, formOf(wordsOf(0)), null)
  const { id, ...row } = await database.db
    .selectFrom('chatbot_items')
    .selectAll()
    .executeTakeFirstOrThrow()
  place = { workspaceId, deviceId, id }
  for (let item = 1; item < CHATBOT_ITEMS_MAX; item++) {
    const values = { ...row, id: newId(), keywords: JSON.stringify(wordsOf(item)) }
    await database.db.insertInto('chatbot_items').values(values).execute()
  }
})
afterAll(() => database.close())

/** With signs that the comparison takes off, adds to and looks around. */
function wordsOf(item: number): string[] {
  return Array.from({ length: KEYWORDS }, (_, n) => `سعر ${item * KEYWORDS + n} à!`)
}

const newCache = () => createChatbotCache(itemLoaderOn(database.db))

test('compiling many keywords does not block', async () => {
  const work = async () => {
    const chatbot = await newCache().get(place.deviceId)
    expect(chatbot?.compiled.keywords.entries).toHaveLength(CHATBOT_ITEMS_MAX * KEYWORDS)
  }
  expect(await longestBlockMsBestOf3(work)).toBeLessThan(BLOCK_MAX_MS)
})

test('finding problems in them does not block', async () => {
  const chatbot = await newCache().get(place.deviceId)
  if (!chatbot) throw new Error('There is no chatbot.')
  const work = async () => {
    const findings = await lintChatbot(chatbot, { configured: new Set(), hasAi: true })
    expect(findings.map(({ code }) => code)).toContain('no_default_response')
  }
  expect(await longestBlockMsBestOf3(work)).toBeLessThan(BLOCK_MAX_MS)
})

test('saving another item does not block', async () => {
  const work = () =>
    updateItem(depsOf(), place, formOf([...wordsOf(1).slice(1), 'سعر à sekali!']), null)
  const back = () => updateItem(depsOf(), place, formOf(wordsOf(0)), null)
  const longest = await longestBlockMsBestOf3(async () => {
    await back()
    await setImmediate()
    await work()
  })
  expect(longest).toBeLessThan(BLOCK_MAX_MS)
})

test('presenting as many problems does not block', async () => {
  const loaded = await itemLoaderOn(database.db)(place.deviceId)
  if (!loaded) throw new Error('There is no chatbot.')
  const items = loaded.items.map((item) => {
    return { ...item, name: 'x'.repeat(100), keywords: wordsOf(0) }
  })
  const chatbot = await createChatbotCache(async () => ({ ...loaded, items })).get('d')
  if (!chatbot) throw new Error('There is no chatbot.')
  const findings = await lintChatbot(chatbot, { configured: new Set(), hasAi: true })
  expect(findings.length).toBeGreaterThan(CHATBOT_ITEMS_MAX * (KEYWORDS - 1))
  let text = ''
  const work = async () => {
    text = ''
    for await (const part of longList(findings).parts) text += part
  }
  expect(await longestBlockMsBestOf3(work)).toBeLessThan(BLOCK_MAX_MS)
  expect(JSON.parse(text)).toEqual(findings)
})
