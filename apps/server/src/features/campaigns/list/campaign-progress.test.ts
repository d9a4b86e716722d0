import { expect, test } from 'vitest'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'

const NOW = Date.UTC(2026, 10, 27, 4)
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

test('a campaign of several devices waits for new chats once all that are connected are limited', async () => {
  const { db, close } = await freshDatabase('SQLite')
  const userId = await seedUser(db)
  const deviceId = await seedDevice(db, userId)
  const row = campaignRow(
    { id: 'c', user_id: userId, device_id: deviceId, queued: 3 },
    { furtherDevices: ['second', 'away'] },
  )
  await db.insertInto('campaigns').values(row).execute()
  const campaign = await createCampaignsRepository(db, ledgerRooms(db).devices).findById('c')
  await close()
  if (!campaign) throw new Error('not kept')
  const standing = (limits: Record<string, number>) => {
    const live: LiveState = {
      isCurrent: () => false,
      currentOf: () => null,
      nextMessageAt: () => null,
      connectionOf: (id) => (id === 'away' ? 'disconnected' : 'connected'),
      storageIsFull: () => false,
      limitedUntil: (id) => limits[id] ?? null,
      dayOf: () => ({ cap: null, used: 0, endsAt: 0 }),
    }
    const { status, sentence } = progressOf(campaign, live, NOW)
    return [status, sentence.code, sentence.params.at]
  }
  const both = { [deviceId]: NOW + 2 * HOUR, second: NOW + HOUR }
  expect(standing(both)).toEqual(['held', 'held_new_chats_guess', iso(NOW + HOUR)])
  expect(standing({ ...both, second: NOW })).toEqual(['queued', 'queued_next', undefined])
  expect(standing({ second: NOW + HOUR })).toEqual(['queued', 'queued_next', undefined])
})
