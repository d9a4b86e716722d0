import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createKnownDevices } from '../store/known-devices.ts'
import { createNewChatsRepository } from './new-chats.repository.ts'

const HOUR = 3_600_000
const NOW = 100 * HOUR

describe.each(engines)('the limit of a number, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function setUp() {
    const id = await seedDevice(db, await seedUser(db))
    const newChats = createNewChatsRepository(db)
    return { id, newChats, limitedUntil: () => newChats.limitedUntil(id) }
  }

  test('a limit named by the network outranks a guess until it ends', async () => {
    const { id, newChats, limitedUntil } = await setUp()
    await newChats.guess(id, NOW + HOUR, NOW)
    expect(await limitedUntil()).toBe(NOW + HOUR)
    const named = NOW + 5 * HOUR
    expect(await newChats.applyNews(id, { lock: { until: named } }, NOW)).toBe(true)
    await newChats.guess(id, NOW + HOUR, NOW)
    expect(await limitedUntil()).toBe(named)
    await newChats.guess(id, named + HOUR, named)
    expect(await limitedUntil()).toBe(named + HOUR)
  })

  test('an accepted message does not end a limit that is still in force', async () => {
    const { id, newChats, limitedUntil } = await setUp()
    const quota = { left: 0, of: 4, from: NOW, until: NOW + HOUR }
    await newChats.applyNews(id, { quota }, NOW)
    await newChats.end(id, NOW)
    expect(await limitedUntil()).toBe(NOW + HOUR)
    await newChats.end(id, NOW + HOUR)
    expect(await limitedUntil()).toBeNull()
  })

  test('remembers until the end of the limit that people who never answered are refused, too', async () => {
    const { id, newChats } = await setUp()
    const holds = () => createKnownDevices(db).limitsUnanswered(id)
    await newChats.guess(id, NOW + HOUR, NOW)
    expect(await holds()).toBe(false)
    await newChats.applyNews(id, { lock: { until: NOW + HOUR } }, NOW)
    await newChats.guess(id, NOW + HOUR, NOW, true)
    await newChats.guess(id, NOW + 2 * HOUR, NOW + HOUR)
    await newChats.end(id, NOW + HOUR)
    expect(await holds()).toBe(true)
    await newChats.end(id, NOW + 2 * HOUR)
    expect(await holds()).toBe(false)
  })

  test('stores a lock and a quota that arrive together, and ignores repeated news', async () => {
    const { id, newChats, limitedUntil } = await setUp()
    const lock = { until: NOW + HOUR }
    const quota = { left: 0, of: 4, from: NOW, until: NOW + 2 * HOUR }
    await Promise.all([
      newChats.applyNews(id, { lock }, NOW),
      newChats.applyNews(id, { quota }, NOW),
    ])
    expect(await limitedUntil()).toBe(NOW + 2 * HOUR)
    expect(await newChats.applyNews(id, { lock, quota }, NOW)).toBe(false)
    await newChats.applyNews(id, { quota: null }, NOW)
    expect(await limitedUntil()).toBe(NOW + HOUR)
  })
})
